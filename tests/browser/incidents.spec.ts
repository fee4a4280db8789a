/** The incident room, as somebody uses it who looks before naming a cause; and that the terminal has the same case. */
import { cpython } from '../command-line';
import { expect, test } from './fixtures';

const ROOM = 'book/guide/incident-room/';

interface Case {
  incident: { complaint: string; suspects: { id: string; cause: string }[]; probes: { id: string; command: string }[] };
  probes: { text: string }[];
}

const told = (...flags: string[]): Case => JSON.parse(cpython('incident', ...flags, '--json')) as Case;

test('a case is the same here and on the command line', async ({ page }) => {
  const { incident, probes } = told('--seed', '4711', '--level', '2', '--probe', 'nstat');
  await page.goto(`${ROOM}?seed=4711&level=2`);
  await expect(page.getByText(incident.complaint)).toBeVisible({ timeout: 60_000 });
  const causes = page.getByRole('group', { name: 'What is wrong?' }).getByRole('radio');
  await expect(causes).toHaveCount(incident.suspects.length);
  await page
    .getByRole('button', { name: /^nstat/ })
    .first()
    .click();
  await expect(page.locator('pre', { hasText: '#kernel' })).toHaveText(probes[0]!.text, { timeout: 60_000 });
});

test('asking costs, an answer is graded, and the solution leads on', async ({ page }) => {
  await page.goto(ROOM);
  const clock = page.getByText(/Minutes spent: /);
  await expect(clock).toHaveText('Minutes spent: 0');
  const sockets = page.getByRole('button', { name: /ss -tano/ });
  await sockets.click();
  await expect(clock).toHaveText('Minutes spent: 1');
  await expect(sockets).toContainText('again');
  await expect(page.getByRole('button', { name: 'Try it and see' })).toBeDisabled();
  await page.getByRole('group', { name: 'What is wrong?' }).getByRole('radio').first().check();
  await page.getByRole('group', { name: 'What do you do about it?' }).getByRole('radio').first().check();
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Try it and see' }) });
  // It is at work at once: what it says is taken down in the moment of the click.
  const signs = await form.evaluate(async (each: HTMLFormElement) => {
    each.querySelector<HTMLButtonElement>('[type=submit]')!.click();
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return [
      each.getAttribute('aria-busy'),
      each.querySelectorAll('progress').length,
      each.querySelector('small')?.textContent,
    ];
  });
  expect(signs).toEqual(['true', 1, expect.stringMatching(/^(Starting Python|Running the model with your fix) …$/)]);
  await expect(page.getByText(/of 100 points/)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'The figure that shows it' }).click();
  await expect(page.locator('[data-experiment]')).toBeVisible();
});

test('another incident is another one, and the way back leads back', async ({ page }) => {
  await page.goto(ROOM);
  const complaint = page.locator('blockquote p');
  const first = await complaint.textContent();
  await page.getByRole('button', { name: 'On call' }).click();
  await expect(page).toHaveURL(/seed=\d+&level=2/);
  await expect(complaint).not.toHaveText(first!, { timeout: 60_000 });
  await page.goBack();
  await expect(complaint).toHaveText(first!, { timeout: 60_000 });
});

for (const [search, said] of [
  ['?seed=-1&level=1', 'seed = -1'],
  ['?seed=many', 'seed = many'],
  ['?seed=3&level=9', 'level = 9'],
] as const)
  test(`${search} says what is allowed`, async ({ page }) => {
    await page.goto(ROOM + search);
    await expect(page.getByRole('alert')).toContainText(said);
    await expect(page.getByRole('alert')).toContainText('Allowed: ');
    await expect(page.locator('blockquote p')).not.toBeEmpty();
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the first case is on paper, with its answer', async ({ page }) => {
    await page.goto(ROOM);
    // Playwright's search for texts leaves <noscript> out
    const answers = page.locator('noscript details');
    await expect(page.getByRole('button', { name: 'Try it and see' })).toBeHidden();
    await answers.first().locator('summary').click();
    await expect(answers.first().locator('pre')).toBeVisible();
    await answers.last().locator('summary').click();
    await expect(answers.last()).toContainText('What helps: ');
  });
});
