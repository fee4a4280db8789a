/** The incident room, as somebody uses it who looks before naming a cause; and that the command line has the same case. */
import type { Locator, Page } from '@playwright/test';
import { cpython } from '../command-line';
import { violations } from './axe';
import { expect, test } from './fixtures';

const ROOM = 'book/guide/incident-room/';
const PYTHON = { timeout: 60_000 };

interface Told {
  incident: {
    complaint: string;
    machines: { name: string; menu: { commands: { command: string }[] }[] }[];
    suspects: { id: string; cause: string }[];
    fixes: { id: string; text: string }[];
  };
  turns: { line: string; text: string; standing: { seconds: number } }[];
  debrief: {
    points: number;
    proof: { machine: string; command: string };
    solution: { cause: string; remedy: string };
  };
}

/** A call on the command line. */
function told(key: string, ...lines: string[]): Told {
  const flags = key.split(' ').flatMap((each, place) => [['--seed', '--level'][place]!, each]);
  const done = lines.flatMap((line) => ['--do', line]);
  return JSON.parse(cpython('incident', ...flags, ...done, '--debrief', '--json')) as Told;
}

const prompt = (page: Page, machine: string): Locator => page.getByRole('textbox', { name: `${machine}#` });
const outputs = (page: Page): Locator => page.getByRole('group', { name: /^Output of / }).locator('pre');
const step = (page: Page, name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) });

test('by keys alone: type, complete, prove, name it, fix it, report', async ({ page }) => {
  const { incident, debrief } = told('7 1');
  const { machine, command } = debrief.proof;
  await page.goto(`${ROOM}?seed=7&level=1`);
  await expect(page.getByText(incident.complaint)).toBeVisible(PYTHON);
  const first = incident.machines[0]!.name;
  await prompt(page, first).focus();
  await page.keyboard.type('nst');
  await page.keyboard.press('Tab');
  await expect(prompt(page, first)).toHaveValue('nstat ', PYTHON);
  await page.keyboard.press('Enter');
  await expect(outputs(page).first()).toContainText('#kernel', PYTHON);
  await page.keyboard.press('ArrowUp');
  await expect(prompt(page, first)).toHaveValue('nstat');
  // After Escape, Tab leaves.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(prompt(page, first)).not.toBeFocused();
  await prompt(page, first).focus();
  await page.keyboard.press('Control+c');
  await expect(prompt(page, first)).toHaveValue('');
  if (machine !== first) {
    await page.keyboard.type(`ssh ${machine}`);
    await page.keyboard.press('Enter');
    await prompt(page, machine).focus();
  }
  const { id } = incident.suspects.find(({ cause }) => cause === debrief.solution.cause)!;
  const fix = incident.fixes.find(({ text }) => text === debrief.solution.remedy)!;
  const lines = [
    command,
    ':suspects',
    `:cause ${id}`,
    `:fix ${fix.id}`,
    ':dashboards',
    `:report 100 users waited | ${debrief.solution.cause} | ${fix.text}`,
    ':end',
  ];
  // Typed ahead: each waits for the one before.
  for (const line of lines) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
  const found = told('7 1', `${first}# nstat`, `${machine}# ${command}`, ...lines.slice(1));
  await expect(page.getByText(`${found.debrief.points} out of 100 points`)).toBeVisible(PYTHON);
  await page.getByText('The whole call on the command line').click();
  await expect(page.locator('pre', { hasText: 'inflight incident' })).toContainText(`--do '${machine}# ${command}'`);
});

test('the page and the command line print the same, minute by minute', async ({ page }) => {
  const [one, other] = told('4711 2').incident.machines;
  const typed = [
    `${one!.name}# nstat`,
    `${one!.name}# tail -n 5 app.log`,
    `${one!.name}# sleep 2m`,
    `${one!.name}# nstat`,
    `${one!.name}# ss -tan | wc -l`,
    `${one!.name}# date`,
  ];
  const { turns } = told('4711 2', ...typed, `${other!.name}# uptime`);
  await page.goto(`${ROOM}?seed=4711&level=2`);
  const line = prompt(page, one!.name);
  await expect(line).toBeVisible(PYTHON);
  for (const { line: each } of turns.slice(0, -1)) {
    await line.fill(each.slice(each.indexOf('#') + 2));
    await line.press('Enter');
  }
  const printed = turns.slice(0, -1).flatMap(({ text }) => text || []);
  await expect(outputs(page)).toHaveText(printed, PYTHON);
  // The second look differs: time has passed.
  expect(printed[2]).not.toBe(printed[0]);
  // What can’t be done says why, in place, and the next line goes on.
  await page.getByRole('tab', { name: `${other!.name}#` }).click();
  await prompt(page, other!.name).fill('uptime');
  await prompt(page, other!.name).press('Enter');
  await expect(outputs(page).last()).toHaveText(turns.at(-1)!.text, PYTHON);
  const { seconds } = turns.at(-1)!.standing;
  const time = `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;
  await expect(page.getByLabel('How the call stands')).toContainText(`Since the call${time}`);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('by touch: the menu, the list, a wrong end and a second try', async ({ page }) => {
    const { incident, debrief } = told('1 1');
    await page.goto(ROOM);
    const [first] = incident.machines;
    await page.getByRole('button', { name: first!.menu[0]!.commands[0]!.command }).first().tap();
    await expect(outputs(page)).toHaveCount(1);
    await step(page, 'Report').tap();
    await page.getByRole('button', { name: 'It’s over' }).tap();
    await expect(page.getByText(/One more try/).first()).toBeVisible(PYTHON);
    await step(page, 'Hypothesis').tap();
    await page.getByRole('button', { name: /^Show me a list/ }).tap();
    await page.getByRole('radio', { name: debrief.solution.cause.replaceAll('`', '') }).check(PYTHON);
    await page.getByRole('button', { name: 'Settle on it' }).tap();
    await expect(step(page, 'Hypothesis')).toContainText('(done)', PYTHON);
    await step(page, 'Fix').tap();
    await page.getByRole('searchbox').fill(debrief.solution.remedy.replaceAll('`', '').slice(0, 30));
    await page.getByRole('button', { name: debrief.solution.remedy.replaceAll('`', '') }).tap();
    await expect(step(page, 'Fix')).toContainText('(done)', PYTHON);
    await step(page, 'Report').tap();
    await page.getByRole('button', { name: 'It’s over' }).tap();
    await expect(page.getByText(/out of 100 points/)).toBeInViewport(PYTHON);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('link', { name: 'The figure that shows it' }).click();
    await expect(page.locator('[data-experiment]')).toBeVisible();
  });
});

test('a reload keeps the call, and damaged storage is ignored', async ({ page }) => {
  const [first] = told('1 1').incident.machines;
  await page.goto(ROOM);
  await prompt(page, first!.name).fill('nstat');
  await prompt(page, first!.name).press('Enter');
  await expect(outputs(page)).toHaveCount(1, PYTHON);
  await prompt(page, first!.name).fill('nstat');
  await prompt(page, first!.name).press('Enter');
  await expect(outputs(page)).toHaveCount(2, PYTHON);
  const before = await outputs(page).allTextContents();
  await page.reload();
  await expect(outputs(page)).toHaveText(before, PYTHON);
  await page.evaluate(() => sessionStorage.setItem('inflight.call.1.1', '["shop# ", 7'));
  await page.reload();
  await expect(page.getByLabel('How the call stands')).toContainText('Since the call0:00');
  await expect(outputs(page)).toHaveCount(0);
});

test('another incident is another one, and the way back leads back', async ({ page }) => {
  await page.goto(ROOM);
  const complaint = page.locator('blockquote p');
  const first = await complaint.textContent();
  await page.getByRole('button', { name: 'On call' }).click();
  await expect(page).toHaveURL(/seed=\d+&level=2/);
  await expect(complaint).not.toHaveText(first!, PYTHON);
  await page.goBack();
  await expect(complaint).toHaveText(first!, PYTHON);
});

test('while an incident opens, nobody types into the one before', async ({ page }) => {
  const [first] = told('1 1').incident.machines;
  await page.route(/pyodide/, () => undefined);
  await page.goto(`${ROOM}?seed=7&level=1`);
  await expect(async () => {
    await prompt(page, first!.name).focus();
    await expect(prompt(page, first!.name)).not.toBeFocused({ timeout: 100 });
  }).toPass();
});

for (const [search, said] of [
  ['?seed=-1&level=1', 'seed = -1'],
  ['?seed=many', 'seed = many'],
  ['?seed=3&level=9', 'level = 9'],
  ['?seed=3&level=1&kernel=2.4', 'kernel = 2.4'],
] as const)
  test(`${search} says what is allowed`, async ({ page }) => {
    await page.goto(ROOM + search);
    await expect(page.getByRole('alert')).toContainText(said);
    await expect(page.getByRole('alert')).toContainText('Allowed: ');
    await expect(page.locator('blockquote p')).not.toBeEmpty();
  });

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`axe, ${colorScheme}`, () => {
    test.use({ colorScheme });

    test('finds nothing in a call at work, nor in its debrief', async ({ page }) => {
      const [first] = told('1 1').incident.machines;
      await page.goto(ROOM);
      for (const line of ['nstat', ':dashboards', ':changes', ':suspects', 'nonsense', ':nonsense']) {
        await prompt(page, first!.name).fill(line);
        await prompt(page, first!.name).press('Enter');
      }
      await expect(outputs(page)).toHaveCount(6, PYTHON);
      for (const name of ['Stabilise', 'Hypothesis', 'Proof', 'Fix', 'Verify', 'Report', 'Dashboards']) {
        await step(page, name).click();
        expect(await violations(page), name).toEqual([]);
      }
      await page.getByRole('button', { name: 'It’s over' }).click();
      await page.getByRole('button', { name: 'It’s over' }).click();
      await expect(page.getByText(/out of 100 points/)).toBeVisible(PYTHON);
      await page.getByText('The whole call on the command line').click();
      expect(await violations(page), 'debrief').toEqual([]);
    });
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the first case is on paper, with its answer', async ({ page }) => {
    await page.goto(ROOM);
    // Playwright's search for texts leaves <noscript> out
    const answers = page.locator('noscript details');
    await expect(page.getByRole('tab').first()).toBeHidden();
    await answers.first().locator('summary').click();
    await expect(answers.first().locator('pre')).toBeVisible();
    await answers.last().locator('summary').click();
    await expect(answers.last()).toContainText('What helps: ');
  });
});
