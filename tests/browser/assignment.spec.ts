/** The student's page: an assignment is opened, worked on by hand or by keys, kept, and handed in as a file. */
import type { Download, Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../src/classroom/address';
import { violations } from './axe';
import { expect, test } from './fixtures';

const FILE = join(__dirname, 'assignments/each-kind.json');

interface Assignment {
  questions: { id: string }[];
  [field: string]: unknown;
}

const whole = (): Assignment => JSON.parse(readFileSync(FILE, 'utf8')) as Assignment;

/** An assignment with these questions alone. */
function only(ids: string[], fields: object = {}): Assignment {
  const assignment = whole();
  delete assignment.secret;
  return { ...assignment, questions: assignment.questions.filter(({ id }) => ids.includes(id)), ...fields };
}

const addressOf = (assignment: object, who = {}): string => `assignment/${hashOf(assignment, who)}`;

const SLOW = { timeout: 60_000 };

async function begin(page: Page, assignment: object, student = 's-001'): Promise<void> {
  await page.goto(addressOf(assignment));
  await page.getByLabel('Student ID').fill(student, SLOW);
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText(/^\d+ of \d+ answered$/)).toBeVisible(SLOW);
}

const question = (page: Page, id: string): Locator => page.locator(`#question-${id}`);

const check = (of: Locator): Promise<void> => of.getByRole('button', { name: 'Check' }).click();

async function handIn(page: Page, name = 'Hand in: save the file'): Promise<Download> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return saved;
}

interface Submission {
  schema: string;
  assignment: { id: string; fingerprint: string };
  student: { id: string; name: string };
  questions: Record<string, { answer: unknown; attempts: number; told: number | null }>;
  log: [number, string, string][];
  receipt: string;
}

const contentOf = async (file: Download): Promise<Submission> =>
  JSON.parse(readFileSync(await file.path(), 'utf8')) as Submission;

const SIMPLE = ['limits', 'twelve', 'steps', 'say'];

test('simple kinds are answered by mouse, checked, kept over a reload and handed in', async ({ page }) => {
  await begin(page, only(SIMPLE));
  const limits = question(page, 'limits');
  await limits.getByRole('radio', { name: 'The name of the server' }).check();
  await check(limits);
  await expect(limits.getByText('0 of 2 points.')).toBeVisible(SLOW);
  await expect(limits.getByText('1 attempt left')).toBeVisible();
  await limits.getByRole('radio', { name: 'A small buffer' }).check();
  await expect(limits.getByText('0 of 2 points.')).toBeHidden();
  await check(limits);
  await expect(limits.getByText('2 of 2 points.')).toBeVisible(SLOW);
  await expect(limits.getByRole('radio').first()).toBeDisabled();

  const twelve = question(page, 'twelve');
  await twelve.getByRole('textbox').fill('a dozen');
  await expect(twelve.getByRole('alert')).toContainText('a dozen isn’t a number');
  await twelve.getByRole('textbox').fill('12');
  // The teacher's own number, with its tolerance, is in no student's page.
  await expect(twelve.getByRole('button', { name: 'Check' })).toBeHidden();

  const steps = question(page, 'steps');
  const order = steps.locator('[data-list="order"]');
  for (const text of ['ACK', 'SYN-ACK'])
    await steps.getByRole('button', { name: `Add at the end: ${text}`, exact: true }).click();
  // The third one is dragged, to before the first.
  const from = (await steps.locator('[data-item]', { hasText: /^⠿SYN\+$/ }).boundingBox())!;
  const to = (await order.locator('[data-item]').first().boundingBox())!;
  await page.mouse.move(from.x + 60, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 20, { steps: 4 });
  await page.mouse.move(to.x + 60, to.y + 4, { steps: 4 });
  await page.mouse.up();
  await expect(order.locator('[data-item]')).toHaveText([/SYN(?!-)/, /(?<!-)ACK/, /SYN-ACK/]);
  await steps.getByRole('button', { name: 'Up: SYN-ACK' }).click();
  await check(steps);
  await expect(steps.getByText('3 of 3 points.')).toBeVisible(SLOW);

  await question(page, 'say').getByRole('textbox').fill('Because of the round trip.');
  await expect(page.getByText('4 of 4 answered')).toBeVisible();
  // What is typed is kept when it pauses.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
    .toContain('Because of the round trip.');
  await page.reload();
  await expect(page.getByText('4 of 4 answered')).toBeVisible(SLOW);
  await expect(question(page, 'say').getByRole('textbox')).toHaveValue('Because of the round trip.');
  await expect(question(page, 'limits').getByText('2 of 2 points.')).toBeVisible();

  const file = await handIn(page);
  expect(file.suggestedFilename()).toBe('each-kind-s-001.json');
  const made = await contentOf(file);
  expect(made).toMatchObject({ schema: 'inflight.submission/1', student: { id: 's-001', name: 'Ada' } });
  expect(made.questions.limits).toMatchObject({ attempts: 2, told: 1 });
  expect(made.questions.twelve).toMatchObject({ answer: 12, attempts: 0, told: null });
  expect(made.questions.say).toMatchObject({ answer: 'Because of the round trip.', told: null });
  const events = made.log.map(([, event]) => event);
  expect(events[0]).toBe('start');
  expect(events.at(-1)).toBe('hand-in');
  expect(events).toContain('resume');
  await expect(page.getByText(made.receipt)).toBeVisible();

  await question(page, 'say').getByRole('textbox').fill('Because of the buffer.');
  await expect(page.getByText('You have changed something since')).toBeVisible();
  const second = await contentOf(await handIn(page, 'Hand in again'));
  expect(second.receipt).not.toBe(made.receipt);
  await expect(page.getByText(second.receipt)).toBeVisible();
});

test('everything is answered by keyboard alone', async ({ page }) => {
  await begin(page, only(['limits', 'steps', 'window']));
  await question(page, 'limits').getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(question(page, 'limits').getByRole('radio').nth(1)).toBeChecked();

  const steps = question(page, 'steps');
  const order = steps.locator('[data-list="order"] [data-item]');
  for (const text of ['SYN-ACK', 'ACK', 'SYN']) {
    await steps.locator('[data-place]', { hasText: new RegExp(`^⠿${text}$`) }).focus();
    await page.keyboard.press('Enter');
  }
  // The focus went with it.
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(order).toHaveText([/SYN(?!-)/, /SYN-ACK/, /(?<!-)ACK/]);
  await page.keyboard.press('Delete');
  await expect(order).toHaveText([/SYN-ACK/, /(?<!-)ACK/]);

  const pen = question(page, 'window').getByRole('slider');
  await pen.focus(SLOW);
  await page.keyboard.press('PageUp');
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  await expect(page.getByText('3 of 3 answered')).toBeVisible();
  const { questions } = await contentOf(await handIn(page));
  const { values } = questions.window!.answer as { values: (number | null)[] };
  expect(values).toHaveLength(33);
  // Straight from the first place to the last, both of which were set.
  expect(values[0]!).toBeGreaterThan(values[32]!);
  expect(values[16]!).toBeCloseTo((values[0]! + values[32]!) / 2, 1);
});

test('a curve is drawn, a setting found, a case solved; figures show the student’s own path', async ({ page }) => {
  test.setTimeout(180_000);
  await begin(page, only(['look', 'window', 'faster', 'case']));
  const given = await question(page, 'faster').locator('dl').first().locator('dd').innerText();

  const surface = question(page, 'window').getByRole('slider');
  // The figures above it arrive one by one, and move it.
  await expect(async () => {
    await surface.scrollIntoViewIfNeeded();
    const seen = (await surface.boundingBox())!;
    await page.mouse.move(seen.x + 2, seen.y + seen.height - 5);
    await page.mouse.down();
    await page.mouse.move(seen.x + seen.width - 2, seen.y + 20, { steps: 8 });
    await page.mouse.up();
    await expect(page.getByText('1 of 3 answered')).toBeVisible({ timeout: 2_000 });
  }).toPass();

  const faster = question(page, 'faster');
  await faster.scrollIntoViewIfNeeded();
  const figure = faster.locator('[data-experiment="answer-faster"]');
  await expect(figure).toBeVisible(SLOW);
  // What was drawn is locked, what is free is not.
  await expect(figure.getByRole('slider', { name: /Round-trip time/ }).first()).toBeDisabled();
  const free = figure.getByRole('slider', { name: /Send buffer/ }).first();
  await free.focus();
  await page.keyboard.press('End');
  await expect(faster.getByText('Your answer is what the figure is set to now')).toBeVisible();
  expect(given).toMatch(/^(40|80)\sms$/);
  await check(faster);
  await expect(faster.getByText(/of 4 points\./)).toBeVisible(SLOW);

  const incident = question(page, 'case');
  await incident.scrollIntoViewIfNeeded();
  const prompt = incident.getByRole('textbox', { name: /#$/ });
  await prompt.fill('ss -tin', SLOW);
  await prompt.press('Enter');
  await expect(incident.locator('pre', { hasText: 'Recv-Q' })).toBeVisible(SLOW);
  // The room's own lines would say what is right.
  await prompt.fill(':end');
  await prompt.press('Enter');
  await expect(incident.getByText('only the machines take commands').first()).toBeVisible(SLOW);
  for (const name of ['What is wrong?', 'What do you do about it?'])
    await incident.getByRole('group', { name }).getByRole('radio').first().check();
  await check(incident);
  await expect(incident.getByText(/of 10 points\./)).toBeVisible(SLOW);

  const { questions } = await contentOf(await handIn(page));
  expect(Object.keys(questions).sort()).toEqual(['case', 'faster', 'window']);
  expect(questions.case!.answer).toMatchObject({ asked: [expect.stringMatching(/^\S+# ss -tin$/)] });
  expect(Object.keys(questions.faster!.answer as object)).toEqual(['sndbuf']);
});

/** Seconds since 1970 of the first two packets, from the blocks of a pcapng file (draft-ietf-opsawg-pcapng §3.1, §4.3). */
function firstTwo(file: Buffer): number[] {
  const times: number[] = [];
  expect(file.readUInt32LE(0)).toBe(0x0a0d0d0a);
  for (let place = 0; place < file.length;) {
    const [kind, size] = [file.readUInt32LE(place), file.readUInt32LE(place + 4)];
    expect(file.readUInt32LE(place + size - 4)).toBe(size);
    if (kind === 6) times.push((file.readUInt32LE(place + 12) * 2 ** 32 + file.readUInt32LE(place + 16)) / 1e9);
    place += size;
  }
  expect(times.length).toBeGreaterThan(100);
  return times.slice(0, 2);
}

test('a capture is downloaded and read, and each half of the answer has its points', async ({ page }) => {
  test.setTimeout(180_000);
  await begin(page, only(['slow']));
  const slow = question(page, 'slow');
  const saving = page.waitForEvent('download');
  await slow.getByRole('button', { name: 'Download the capture' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^capture-[0-9a-f]{8}\.pcapng$/);
  const [syn, answer] = firstTwo(readFileSync(await saved.path()));
  const trip = ((answer! - syn!) * 1000).toFixed(1);

  const limits = slow.getByRole('group', { name: 'What held the sender back' }).getByRole('radio');
  await expect(limits).toHaveCount(7);
  await limits.last().check();
  await slow.getByRole('textbox').fill('1');
  await check(slow);
  await expect(slow.getByText('0 of 4 points.')).toBeVisible(SLOW);
  await slow.getByRole('textbox').fill(trip);
  await check(slow);
  await expect(slow.getByText('1 of 4 points.')).toBeVisible(SLOW);
  // One of the three that it may be.
  for (const name of ['The send buffer', 'The receive window', 'Slow start']) {
    await slow.getByRole('radio', { name }).check();
    await check(slow);
    await expect(slow.getByText(/^[14] of 4 points\./)).toBeVisible(SLOW);
    if (await slow.getByText('4 of 4 points.').isVisible()) break;
  }
  await expect(slow.getByText('4 of 4 points.')).toBeVisible();
  const { questions } = await contentOf(await handIn(page));
  expect(questions.slow!.answer).toEqual({ limit: expect.any(String), number: Number(trip) });
  expect(await violations(page)).toEqual([]);
});

test('code is tried on the path that is shown, and marked in a sandbox', async ({ page }) => {
  test.setTimeout(180_000);
  await begin(page, only(['write']));
  const write = question(page, 'write');
  const code = write.locator('.cm-content');
  await expect(code).toBeVisible(SLOW);
  await code.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('def on_ack(cc, ack):\n    cc.cwnd = 20\n');
  await expect(page.getByText('1 of 1 answered')).toBeVisible();
  await check(write);
  await expect(write.getByText('5 of 5 points.')).toBeVisible(SLOW);
  await expect(write.getByText(/hidden path/)).toBeVisible();
  const { questions } = await contentOf(await handIn(page));
  expect(questions.write).toMatchObject({ answer: 'def on_ack(cc, ack):\n    cc.cwnd = 20\n', attempts: 1, told: 1 });
});

test('after the hand-in: marks then, and answers that stay until they are opened again', async ({ page }) => {
  await begin(page, only(['limits', 'twelve'], { feedback: 'after' }));
  await expect(page.getByRole('button', { name: 'Check' })).toHaveCount(0);
  const twelve = question(page, 'twelve').getByRole('textbox');
  await twelve.fill('12');
  await handIn(page);
  await expect(question(page, 'twelve').getByText(/3 of 3 points|Not marked here/)).toBeVisible(SLOW);
  await expect(twelve).toBeDisabled();
  await page.getByRole('button', { name: 'Change answers' }).click();
  await expect(twelve).toBeEnabled();
  await expect(question(page, 'twelve').getByText(/of 3 points\./)).toBeHidden();
  await twelve.fill('13');
  const { log, questions } = await contentOf(await handIn(page, 'Hand in again'));
  expect(questions.twelve!.answer).toBe(13);
  expect(log.map(([, event]) => event)).toContain('reopen');
});

test.describe('without a network', () => {
  // The browser says of each request that there is no network.
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/] });

  test('it goes on, is reloaded, and handed in', async ({ page, context }) => {
    test.setTimeout(180_000);
    await begin(page, only(['limits', 'twelve', 'faster']));
    await expect(page.getByText('Ready to work offline', { exact: true })).toBeVisible(SLOW);
    await context.setOffline(true);
    await expect(page.getByText('Offline: everything still works')).toBeVisible();
    await question(page, 'limits').getByRole('radio', { name: 'A small buffer' }).check();
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).join()))
      .toMatch(/"limits":{"answer":\[\d\]/);
    await page.reload();
    await expect(page.getByText('1 of 3 answered')).toBeVisible(SLOW);
    await check(question(page, 'limits'));
    await expect(question(page, 'limits').getByText('2 of 2 points.')).toBeVisible(SLOW);
    await question(page, 'faster').scrollIntoViewIfNeeded();
    await expect(page.locator('[data-experiment="answer-faster"]')).toBeVisible(SLOW);
    const { questions } = await contentOf(await handIn(page));
    expect(questions.limits).toMatchObject({ attempts: 1, told: 1 });
  });
});

test('two tabs: the newest wins, and says so', async ({ page, context }) => {
  const assignment = only(['twelve']);
  await begin(page, assignment);
  const other = await context.newPage();
  await begin(other, assignment);
  await question(page, 'twelve').getByRole('textbox').fill('11');
  await expect(question(other, 'twelve').getByRole('textbox')).toHaveValue('11');
  await expect(other.getByText('Changed in another tab')).toBeVisible();
  await question(other, 'twelve').getByRole('textbox').fill('12');
  await expect(question(page, 'twelve').getByRole('textbox')).toHaveValue('12');
});

test('a file is opened, the teacher’s as well; work is found again, and started over', async ({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('assignment/');
  await page.getByLabel(/Open an assignment/).setInputFiles(FILE);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One of each kind');
  await expect(page.getByText('This is the teacher’s file')).toBeVisible(SLOW);
  await page.getByLabel('Student ID').fill('s-2');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText('0 of 9 answered')).toBeVisible(SLOW);
  await question(page, 'twelve').getByRole('textbox').fill('12');
  await expect(page.getByText('1 of 9 answered')).toBeVisible();
  await page.getByRole('button', { name: 'Another assignment, or another student' }).click();
  await page.getByRole('button', { name: 'One of each kind' }).click();
  await expect(page.getByText('1 of 9 answered')).toBeVisible(SLOW);
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByText('0 of 9 answered')).toBeVisible();
  await expect(question(page, 'twelve').getByRole('textbox')).toHaveValue('');
});

test('a damaged link and a file that is none say so', async ({ page }) => {
  await page.goto(addressOf(only(['limits'])).slice(0, -30));
  await expect(page.getByRole('alert')).toContainText('The link is damaged');
  await page.getByLabel(/Open an assignment/).setInputFiles({
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"schema":"something/1"}'),
  });
  await expect(page.getByRole('alert')).toContainText('inflight.assignment/1', SLOW);
});

test('on paper it is a sheet with the answers and the receipt', async ({ page }) => {
  await begin(page, only(['limits', 'twelve', 'window']));
  await question(page, 'twelve').getByRole('textbox').fill('12');
  const { receipt } = await contentOf(await handIn(page));
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('[data-sheet]');
  await expect(sheet).toBeVisible();
  await expect(sheet).toContainText(receipt);
  await expect(sheet).toContainText('12 packets');
  await expect(question(page, 'twelve')).toBeHidden();
});

for (const { name, tag, viewport } of [
  { name: 'desktop', tag: ['@full'], viewport: { width: 1280, height: 900 } },
  { name: 'phone', tag: [], viewport: { width: 320, height: 700 } },
])
  test(`nothing is in the way of anybody: ${name}`, { tag }, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(viewport);
    await page.goto('assignment/');
    expect(await violations(page)).toEqual([]);
    await begin(page, only(['limits', 'twelve', 'steps', 'window', 'say']));
    await question(page, 'limits').getByRole('radio').first().check();
    await check(question(page, 'limits'));
    await expect(question(page, 'limits').getByText(/of 2 points\./)).toBeVisible(SLOW);
    await expect(question(page, 'window').getByRole('slider')).toBeVisible(SLOW);
    await handIn(page);
    await expect(page.getByText('Write the receipt down')).toBeVisible(SLOW);
    expect(await violations(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
  });
