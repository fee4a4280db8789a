/** The teacher's builder: an assignment from nothing to the link, with a mistake on the way. */
import type { Download, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { LIGHT_AND_DARK, violations } from './axe';
import { add, good, state } from './builder';
import { expect, test } from './fixtures';

const PAGE = 'teach/';

interface File {
  key: string;
  secret: string;
  questions: { id: string; kind: string; points: number; figure?: { at: object } }[];
}

async function textOf(download: Promise<Download>): Promise<string> {
  return readFileSync(await (await download).path(), 'utf8');
}

async function saved(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Teacher’s file' }).click();
  return textOf(download);
}

/** Two questions that need no figure, and so little time. */
async function small(page: Page): Promise<void> {
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Start from scratch' }).click();
  await page.getByLabel('Title').fill('Two questions');
  await add(page, 'Text');
  await page.keyboard.type('Why?');
  await add(page, 'Note');
  await page.keyboard.type('That was it.');
  await good(page);
}

test('from nothing to the link: four kinds, a mistake fixed, taken as a student, saved and opened again', async ({
  page,
}) => {
  test.slow();
  await page.goto(PAGE);
  await page.getByRole('button', { name: 'Start from scratch' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.keyboard.type('A small one');

  await add(page, 'Number');
  await page.keyboard.type('How fast is it at ');
  await page.getByRole('button', { name: 'Choose a figure' }).click();
  await page.keyboard.type('three windows');
  await page
    .getByRole('group', { name: /Windows/ })
    .getByRole('button')
    .first()
    .press('Enter');
  await page.getByLabel('Round-trip time: which value').selectOption('drawn from a list');
  await page.getByLabel('Round-trip time: values, separated by commas').fill('20, 40, 80');
  await page.getByLabel('Text', { exact: true }).press('End');
  await page.getByRole('button', { name: 'Insert Round-trip time' }).click();
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused();
  await page.keyboard.type('?');
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('How fast is it at {rtt}?');
  await page.getByLabel('Which number').selectOption('goodput');

  await add(page, 'Choice');
  await page.keyboard.type('Which of them?');
  await page.getByLabel('Choice 1', { exact: true }).fill('This one');
  await page.getByLabel('Choice 2', { exact: true }).fill('That one');
  await page.getByLabel('Choice 2 is right').check();

  await add(page, 'Order');
  await page.keyboard.type('In order, please.');
  await page.getByLabel('Lines in the right order').fill('SYN\nSYN, ACK\nACK');

  await add(page, 'Text');
  await page.keyboard.type('Why?');
  await good(page);

  // A mistake is told where it is, and in the list that leads there, also from a folded question.
  await page.getByRole('button', { name: /^1 Number/ }).click();
  await page.getByRole('textbox', { name: 'Points' }).fill('many');
  const told = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'must be a number' });
  await expect(told).toHaveCount(1, { timeout: 60_000 });
  await expect(page.getByRole('textbox', { name: 'Points' })).toHaveAccessibleDescription(
    /'many'.*must be a number from 0 to 1000/,
  );
  await expect(page.getByText('The link and the files appear here once Python finds nothing wrong')).toBeVisible();
  await page.getByRole('button', { name: /^1 Number/ }).click();
  await expect(page.getByRole('textbox', { name: 'Points' })).toBeHidden();
  await told.getByRole('link').click();
  await expect(page.getByRole('textbox', { name: 'Points' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Points' }).fill('3');
  await good(page);

  // As a student: the drawn value stands in the text, and what is right does not.
  await page.getByLabel('Student ID', { exact: true }).fill('Ada');
  await page.getByRole('button', { name: 'Show this paper' }).click();
  const paper = page.frameLocator('iframe[title="Ada’s paper"]');
  await expect(paper.getByText(/How fast is it at (20|40|80)\s+ms\?/).first()).toBeVisible({ timeout: 90_000 });
  await page.getByText('Key for Ada').click();
  await expect(page.getByText('That one', { exact: true })).toBeVisible({ timeout: 60_000 });

  const teachers = await saved(page);
  const file = JSON.parse(teachers) as File;
  expect(file.questions.map(({ kind, points }) => [kind, points])).toEqual([
    ['numeric', 3],
    ['choice', 2],
    ['order', 2],
    ['text', 2],
  ]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Students’ file' }).click();
  const students = await textOf(download);
  expect(students).toContain(file.key);
  for (const secret of [file.secret, '"right"']) {
    expect(teachers).toContain(secret);
    expect(students).not.toContain(secret);
  }
  await expect(page.getByLabel('Link')).toHaveValue(/\/assignment\/#a=[\w-]+$/);

  // The file, opened again, is the same.
  await page.getByRole('button', { name: 'Another assignment' }).click();
  await page
    .getByLabel('Open a file')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(teachers) });
  await good(page);
  expect(await saved(page)).toBe(teachers);
});

test('the draft is there again after the page was left', async ({ page }) => {
  await small(page);
  const before = await saved(page);
  await page.getByLabel('Title').press('End');
  await page.keyboard.type('!');
  await page.reload();
  await expect(page.getByText('Two questions!')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await good(page);
  expect(await saved(page)).toBe(before.replace('Two questions', 'Two questions!'));
});

test('a question moves, is doubled, deleted and put back without a mouse', async ({ page }) => {
  await small(page);
  const titles = page.getByRole('button', { name: /^\d (Text|Note) / });
  const kinds = () => titles.evaluateAll((all) => all.map((each) => each.textContent.match(/[A-Z][a-z]+/)![0]));
  await page.getByRole('button', { name: 'Move Question 1 down' }).press('Enter');
  expect(await kinds()).toEqual(['Note', 'Text']);
  await page.getByRole('button', { name: 'Duplicate Question 2' }).press('Enter');
  expect(await kinds()).toEqual(['Note', 'Text', 'Text']);
  await page.getByRole('button', { name: 'Delete Question 1' }).press('Enter');
  expect(await kinds()).toEqual(['Text', 'Text']);
  await expect(page.getByRole('button', { name: 'Put it back' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await kinds()).toEqual(['Note', 'Text', 'Text']);
});

test('a ready-made one comes with keys of its own', async ({ page }) => {
  const taken: File[] = [];
  for (let time = 0; time < 2; time += 1) {
    await page.goto(PAGE);
    await page
      .getByRole('button', { name: /^Use “/ })
      .first()
      .click();
    await expect(page.getByText('It has a new key and a new secret')).toBeVisible();
    await good(page);
    taken.push(JSON.parse(await saved(page)) as File);
  }
  const [first, second] = taken as [File, File];
  expect(first.key).not.toBe(second.key);
  expect(first.secret).not.toBe(second.secret);
  expect(first.questions).toEqual(second.questions);
});

for (const [name, text, said] of [
  ['cut.json', '{"schema": "inflight.assignment/1", "ti', 'it isn’t JSON'],
  ['other.json', '{"title": "A recipe"}', 'it isn’t an assignment from this book'],
] as const)
  test(`${name} is refused with a word on why`, async ({ page }) => {
    await page.goto(PAGE);
    await page
      .getByLabel('Open a file')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect(page.getByRole('alert')).toContainText(`${name}: ${said}`);
  });

test('made-up students say whether it is solvable, and how the papers differ', async ({ page }) => {
  await small(page);
  await add(page, 'Choice');
  await page.keyboard.type('Which?');
  await page.getByLabel('Choice 1', { exact: true }).fill('This one');
  await page.getByLabel('Choice 2', { exact: true }).fill('That one');
  await good(page);
  await page.getByLabel('with this many made-up students:').selectOption('20');
  await page.getByRole('button', { name: 'Try it out' }).click();
  await expect(page.getByText('✓ Solvable for all 20 students.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('No model can answer it: you’ll read it yourself.')).toBeVisible();
});

test('a sheet for each id is printed, and nothing else', async ({ page }) => {
  await page.addInitScript(() => (window.print = () => document.body.setAttribute('data-printed', '')));
  await small(page);
  await page.getByLabel('Student IDs, one sheet each').fill('ada\nbob');
  await page.getByRole('button', { name: 'Print 2 sheets' }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached({ timeout: 60_000 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: 'Two questions' })).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Build an assignment' })).toBeHidden();
});

for (const { name, tag, colorScheme, width, height } of LIGHT_AND_DARK)
  test(`axe finds nothing while it is written (${name})`, { tag }, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.goto(PAGE);
    await page.getByRole('button', { name: /^Use “Windows/ }).click();
    await good(page);
    await page.getByText('Who may hand in, keys, marking notes').click();
    for (const question of [0, 1]) {
      await page.getByRole('button', { name: new RegExp(`^${question + 1} (Number|Choice) `) }).click();
      await expect(page.getByLabel('Round-trip time: which value')).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'Another figure' }).click();
    await page.getByLabel('Minutes it takes').fill('long');
    await expect(state(page)).toContainText('✗', { timeout: 60_000 });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  });
