/** A class, from the builder to the spreadsheet: one assignment, two students in two browsers, one table. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import { csvParse } from 'd3-dsv';
import { cpython } from '../command-line';
import { add, good } from './builder';
import { expect, test } from './fixtures';

const SLOW = { timeout: 60_000 };
const folder = mkdtempSync(join(tmpdir(), 'classroom-'));
const FILE = join(folder, 'teacher.json');

interface Key {
  key: Record<string, { answer: number | number[] }>;
}

/** What the command line says are the right answers of this student. */
const keyOf = (student: string): Key['key'] =>
  (JSON.parse(cpython('assignment', 'key', FILE, '--student', student, '--json')) as Key).key;

/** A number on a path that is drawn, and a choice; gives back the students' link. */
async function build(page: Page): Promise<string> {
  await page.goto('teach/');
  await page.getByRole('button', { name: 'Start from scratch' }).click();
  await page.getByLabel('Title').fill('Two questions');
  await add(page, 'Number');
  await page.keyboard.type('How fast is it at {rtt}?');
  await page.getByRole('button', { name: 'Choose a figure' }).click();
  await page.keyboard.type('three windows');
  await page
    .getByRole('group', { name: /Windows/ })
    .getByRole('button')
    .first()
    .click();
  await page.getByLabel('Round-trip time: which value').selectOption('drawn from a list');
  await page.getByLabel('Round-trip time: values, separated by commas').fill('20, 30, 40, 50, 60, 70, 80, 90');
  await page.getByLabel('Which number').selectOption('goodput');
  await add(page, 'Choice');
  await page.keyboard.type('Which of them?');
  await page.getByLabel('Choice 1', { exact: true }).fill('This one');
  await page.getByLabel('Choice 2', { exact: true }).fill('That one');
  await page.getByLabel('Choice 2 is right').check();
  await good(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Teacher’s file' }).click();
  await (await saved).saveAs(FILE);
  return page.getByLabel('Link').inputValue();
}

interface Taken {
  file: string;
  receipt: string;
  /** The text of the first question, with the student's own path. */
  asked: string;
}

/** Takes the assignment in a browser of the student's own. */
async function take(
  browser: Browser,
  link: string,
  student: string,
  answer: (questions: Locator[]) => Promise<void>,
): Promise<Taken> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByLabel('Student ID').fill(student, SLOW);
  await page.getByLabel('Name', { exact: true }).fill(`Name of ${student}`);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText(/^0 of 2 answered$/)).toBeVisible(SLOW);
  const questions = await page.locator('[id^="question-"]').all();
  const asked = await questions[0]!.getByText(/How fast is it/).innerText();
  await answer(questions);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Hand in: save the file' }).click();
  const file = join(folder, `${student}.json`);
  await (await saved).saveAs(file);
  const { receipt } = JSON.parse(readFileSync(file, 'utf8')) as { receipt: string };
  await expect(page.getByText(receipt)).toBeVisible();
  await context.close();
  return { file, receipt, asked };
}

test(
  'built, taken by two students, handed in, marked, and read in a spreadsheet',
  { tag: '@full' },
  async ({ page, browser }) => {
    test.setTimeout(240_000);
    const link = await build(page);
    const ids = Object.keys(keyOf('ada'));
    expect(ids).toHaveLength(2);

    // Two students with different paths, whoever they are.
    const other = ['bob', 'carl', 'dora', 'emil', 'fay'].find(
      (each) => keyOf(each)[ids[0]!]!.answer !== keyOf('ada')[ids[0]!]!.answer,
    )!;
    const right = keyOf('ada');
    const ada = await take(browser, link, 'ada', async ([number, choice]) => {
      await number!.getByRole('textbox').fill(String(right[ids[0]!]!.answer));
      await choice!.getByRole('radio', { name: 'That one' }).check();
    });
    // The other one has copied.
    const copied = await take(browser, link, other, async ([number, choice]) => {
      await number!.getByRole('textbox').fill(String(right[ids[0]!]!.answer));
      await choice!.getByRole('radio', { name: 'This one' }).check();
    });
    expect(ada.asked).not.toBe(copied.asked);
    expect(ada.receipt).not.toBe(copied.receipt);

    await page.goto('grade/');
    await page.getByLabel('Choose the assignment').setInputFiles(FILE);
    await expect(page.getByRole('heading', { name: '2. What your students handed in' })).toBeVisible(SLOW);
    await page.getByLabel('Choose files').setInputFiles([ada.file, copied.file]);
    await expect(page.getByText('All files are marked.', { exact: true })).toBeVisible(SLOW);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Table CSV' }).click();
    const table = readFileSync(await (await saved).path(), 'utf8').replace(/^\uFEFF/, '');
    const marks = csvParse(table).map((row) => [row.student, row.name, row.verdict, row.points]);
    const { questions } = JSON.parse(readFileSync(FILE, 'utf8')) as { questions: { points: number }[] };
    const whole = questions.reduce((sum, { points }) => sum + points, 0);
    expect(marks.sort()).toEqual([
      ['ada', 'Name of ada', 'graded', String(whole)],
      [other, `Name of ${other}`, 'graded', '0'],
    ]);
  },
);
