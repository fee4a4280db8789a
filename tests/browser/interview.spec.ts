/** A mock interview from the first question to the report, as somebody takes it who has to leave in between. */
import type { Locator, Page } from '@playwright/test';
import { cpython } from '../command-line';
import { violations } from './axe';
import { expect, test } from './fixtures';

test('an interview is taken, goes on after a reload, is marked and becomes reviews', async ({ page }) => {
  await page.goto('interview/');
  await page.getByRole('radio', { name: '30 minutes' }).check();
  await page.getByRole('checkbox', { name: 'Staff' }).check();
  await page.getByRole('checkbox', { name: 'Small writes' }).check();
  expect(await violations(page, 'main')).toEqual([]);
  const planned = Number(/^(\d+) questions/.exec((await page.getByText(/questions, \d+ of them/).textContent())!)![1]);
  await page.getByRole('button', { name: 'Start' }).click();

  const place = page.getByText(/^Question \d+ of \d+$/);
  await expect(place).toHaveText(`Question 1 of ${planned}`);
  await page.getByLabel(/^Notes/).fill('How far away is the client?');
  const question = (await page.getByRole('heading', { level: 2 }).textContent())!;
  expect(await violations(page, 'main')).toEqual([]);
  // What was written is kept while it is written.
  await page.waitForTimeout(1500);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(question);
  await expect(page.getByLabel(/^Notes/)).toHaveValue('How far away is the client?');

  const answered = page.getByRole('button', { name: 'That’s my answer' });
  while (await answered.isVisible()) await answered.click();
  await page.getByRole('button', { name: 'Next question' }).click();
  await expect(place).toHaveText(`Question 2 of ${planned}`);
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Pass' }).click();
  await expect(place).toHaveText(`Question 3 of ${planned}`);
  await page.getByRole('button', { name: 'End the interview' }).click();

  const report = page.getByText(/3 questions in \d+:\d\d/);
  await expect(report).toBeVisible();
  await expect(page.getByText('How far away is the client?')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What to read' })).toBeVisible();
  await expect(page.locator('[data-card]')).toHaveCount(3, { timeout: 60_000 });
  expect(await violations(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: /^I’ve marked it/ }).click();
  await expect(page.getByText(/The questions are now in your reviews/)).toBeVisible();

  const address = page.url();
  await page.goto('practice/');
  await page.goto(address);
  await expect(report).toBeVisible();
  await expect(page.getByRole('button', { name: /^I’ve marked it/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Another interview' }).click();
  await page.getByRole('button', { name: /^Delete the interview/ }).click();
  await expect(page.getByRole('heading', { name: 'Earlier interviews' })).toHaveCount(0);
});

test('an open question is followed by two more, and a sum has a whiteboard', async ({ page }) => {
  await page.goto('interview/');
  await page.getByRole('radio', { name: '30 minutes' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  const answered = page.getByRole('button', { name: 'That’s my answer' });
  const whiteboard = page.getByLabel(/^Whiteboard/);
  const place = page.getByText(/^Question \d+ of \d+$/);
  const seen = { open: false, sum: false };
  // Each interview has both, somewhere.
  for (;;) {
    await page.locator('[data-card]').waitFor();
    const before = (await place.textContent())!;
    if (!seen.open && (await answered.isVisible())) {
      await followUp(page);
      seen.open = true;
    } else if (await whiteboard.isVisible()) {
      await whiteboard.fill('8 kB × 2\n= 16 kB');
      seen.sum = true;
    }
    if (seen.open && seen.sum) break;
    await page.getByRole('button', { name: 'Pass' }).click();
    await expect(place).not.toHaveText(before);
  }
  await page.getByRole('button', { name: 'End the interview' }).click();
  await expect(page.getByText('It depends.')).toBeVisible();
  await expect(page.getByText('A good answer:').first()).toBeVisible();
  await expect(page.getByText(/^Your working:\s8 kB × 2\s= 16 kB$/)).toBeVisible();
});

test('an incident is played by keys, goes on after a reload, and is graded as on the command line', async ({
  page,
}) => {
  test.slow();
  await page.goto('interview/');
  await press(page, page.getByRole('radio', { name: '30 minutes' }), 'Space');
  await press(page, page.getByRole('checkbox', { name: 'Small writes' }), 'Space');
  await press(page, page.getByRole('checkbox', { name: 'With an incident (ten minutes)' }), 'Space');
  await press(page, page.getByRole('button', { name: 'Start' }));
  const place = page.getByText(/^Question \d+ of \d+$/);
  const onCall = page.getByRole('heading', { level: 2, name: 'You’re on call' });
  for (;;) {
    await expect(page.locator('[data-card]').or(onCall)).toBeVisible(PYTHON);
    if (await onCall.isVisible()) break;
    const before = (await place.textContent())!;
    await press(page, page.getByRole('button', { name: 'Pass' }));
    await expect(place).not.toHaveText(before);
  }
  await expect(onCall).toBeFocused();

  const prompt = page.getByRole('textbox', { name: /#$/ });
  await expect(prompt).toBeVisible(PYTHON);
  const machine = (await page.getByRole('tab', { name: /#$/ }).first().textContent())!;
  await type(prompt, 'nstat');
  const outputs = page.getByRole('group', { name: /^Output of / }).locator('pre');
  await expect(outputs).toContainText(['#kernel'], PYTHON);
  expect(await violations(page, 'main')).toEqual([]);
  await page.waitForTimeout(2500);
  const clock = page.getByText(/ of about 10:00$/);
  const before = secondsIn((await clock.textContent())!);
  await page.reload();
  await expect(outputs).toContainText(['#kernel'], PYTHON);
  expect(secondsIn((await clock.textContent())!)).toBeGreaterThanOrEqual(before - 1);

  // The end of a call would say what is right.
  await expect(page.getByRole('button', { name: 'It’s over' })).toHaveCount(0);
  await type(prompt, ':end');
  await expect(outputs.last()).toHaveText('In an interview, the call is over when you go on to the report.', PYTHON);
  await type(prompt, ':dashboards');
  await type(prompt, ':report 100 users waited | nobody knows | nothing');
  await expect(outputs.last()).toHaveText('Noted.', PYTHON);
  await press(page, page.getByRole('button', { name: 'See the report' }));

  const again = page.getByRole('link', { name: 'Play it again in the incident room' });
  await expect(again).toBeVisible(PYTHON);
  const address = new URL((await again.getAttribute('href'))!, page.url());
  const of = (name: string): string => address.searchParams.get(name)!;
  expect([of('level'), of('family')]).toEqual(['2', 'requests']);
  const lines = [`${machine} nstat`, ':dashboards', ':report 100 users waited | nobody knows | nothing'];
  const told = cpython(
    ...['incident', '--seed', of('seed'), '--level', of('level'), '--family', of('family')],
    ...lines.flatMap((line) => ['--do', line]),
    ...['--debrief', '--json'],
  );
  const { debrief, incident } = JSON.parse(told) as Told;
  await expect(page.getByText(`${debrief.points} out of 100 points`)).toBeVisible();
  await expect(page.getByText(new RegExp(` of about 10:00 · ${debrief.points}%$`))).toBeVisible();
  for (const { said } of debrief.score) await expect(page.getByText(said.replaceAll('`', '')).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The shortest proof' })).toBeVisible();
  expect(await violations(page, 'main')).toEqual([]);
  await press(page, page.getByRole('button', { name: /^I’ve marked it/ }));
  await expect(page.getByText(/The questions are now in your reviews/)).toBeVisible();
  await press(page, again);
  await expect(page.getByText(incident.complaint)).toBeVisible(PYTHON);
});

const PYTHON = { timeout: 60_000 };

interface Told {
  incident: { complaint: string };
  debrief: { points: number; score: { said: string }[] };
}

/** Goes to something and presses a key. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await page.keyboard.press(key);
}

async function type(prompt: Locator, line: string): Promise<void> {
  await prompt.focus();
  await prompt.pressSequentially(line);
  await prompt.press('Enter');
}

/** `1:05 of about 10:00` → 65 */
function secondsIn(clock: string): number {
  const [, minutes, seconds] = /^(\d+):(\d\d)/.exec(clock)!;
  return 60 * Number(minutes) + Number(seconds);
}

/** Answers an open question, and what is asked after it, with a reload in between. */
async function followUp(page: Page): Promise<void> {
  const answered = page.getByRole('button', { name: 'That’s my answer' });
  const asked = page.getByRole('heading', { level: 2 });
  const question = (await asked.textContent())!;
  await answered.click();
  await expect(page.getByText('Follow-up question 1 of 2')).toBeVisible();
  await expect(asked).not.toHaveText(question);
  await expect(asked).toBeFocused();
  await page.getByRole('textbox', { name: (await asked.textContent())! }).fill('It depends.');
  expect(await violations(page, 'main')).toEqual([]);
  await page.waitForTimeout(1500);
  await page.reload();
  await expect(page.getByText('Follow-up question 1 of 2')).toBeVisible();
  await expect(page.getByText('It depends.')).toBeVisible();
  await answered.click();
  await expect(page.getByText('Follow-up question 2 of 2')).toBeVisible();
}
