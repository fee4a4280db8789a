/** The marking page, as a teacher uses it: files go in, a table, reasons and CSV come out. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { SIMULATIONS } from '../command-line';
import { LIGHT_AND_DARK, violations } from './axe';
import { expect, test } from './fixtures';

const folder = mkdtempSync(join(tmpdir(), 'grade-'));
const handed = (name: string): string => join(folder, 'handed', name);

test.beforeAll(() => {
  const env = { ...process.env, PYTHONPATH: SIMULATIONS, PYTHONIOENCODING: 'utf-8' };
  execFileSync('python3', [join(__dirname, 'grade_files.py'), folder], { env });
});

const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name });

async function load(page: Page): Promise<void> {
  await page.goto('grade/');
  await page.getByLabel('Choose the assignment').setInputFiles(join(folder, 'assignment.json'));
  await expect(page.getByText('3 questions, 9 points')).toBeVisible({ timeout: 60_000 });
}

/** All six files, one of them in an archive. */
async function mark(page: Page): Promise<void> {
  await load(page);
  const archive = join(folder, 'class.zip');
  writeFileSync(archive, zipSync({ 'Grace_1_file/grace.json': readFileSync(handed('grace.json')) }));
  const rest = ['ada', 'linus', 'ken', 'dennis', 'brian'].map((name) => handed(`${name}.json`));
  await page.getByLabel('Choose files').setInputFiles([archive, ...rest]);
  await expect(page.getByText('All files are marked.', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Total points' })).toBeVisible({ timeout: 30_000 });
}

async function csv(page: Page, name: string): Promise<string[]> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: `${name} CSV` }).click();
  return readFileSync(await (await waiting).path(), 'utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
}

test('every file gets a row, and what is claimed falsely is said', async ({ page }) => {
  await mark(page);
  await expect(rowOf(page, 'Ada Lovelace')).toContainText('To read');
  await expect(rowOf(page, 'Ada Lovelace')).toContainText('6/9');
  await expect(rowOf(page, 'Grace Hopper')).toContainText('2/9');
  await expect(rowOf(page, 'Ken Thompson')).toContainText('Altered');
  await expect(rowOf(page, 'Ken Thompson')).toContainText('receipt doesn’t match the content');
  // cut off, it names nobody
  await expect(rowOf(page, 'linus.json')).toContainText('Refused');
  await expect(rowOf(page, 'linus.json')).toContainText('cut off');

  await page.getByRole('button', { name: /^Refused 1/ }).click();
  await expect(page.getByText('1 of 6 files')).toBeVisible();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Find a student' }).fill('grace');
  await expect(page.getByText('1 of 6 files')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a student' }).fill('');

  const points = page.getByRole('columnheader', { name: 'Points' });
  await points.getByRole('button').click();
  await expect(points).toHaveAttribute('aria-sort', 'ascending');
  await points.getByRole('button').click();
  await expect(points).toHaveAttribute('aria-sort', 'descending');
  // the header, then the most points; what was refused is the last
  await expect(page.getByRole('row').nth(1)).toContainText('6/9');
  await expect(page.getByRole('row').last()).toContainText('linus.json');
});

test('the class: who is missing, and who wrote the same', async ({ page }) => {
  await mark(page);
  await expect(page.getByRole('img', { name: /^Total points of 5 students/ })).toBeVisible();
  const pairs = page.getByRole('region', { name: 'Worth a look' });
  await expect(pairs).toContainText('Brian Kernighan');
  await expect(pairs).toContainText('not as a verdict');
  await expect(page.getByRole('region', { name: /^On the roster/ })).toHaveText(/barbara/);
  await expect(page.getByRole('region', { name: /^On the roster/ })).toHaveText(/linus/);
  await pairs.getByRole('button', { name: 'Dennis Ritchie' }).click();
  await expect(page.getByRole('dialog', { name: 'Dennis Ritchie' })).toContainText('The congestion window bounds');
});

test('a row tells what was asked, what was answered and why it counts so', async ({ page }) => {
  await mark(page);
  await page.getByRole('button', { name: 'Grace Hopper' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
  const bdp = sheet.getByRole('region', { name: /^bdp/ });
  await expect(bdp).toContainText(/A line has \d+.Mbit\/s, and a round trip takes \d+.ms/);
  await expect(bdp).toContainText('Not right');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Grace Hopper' })).toBeFocused();
});

test('points by hand count, are kept by the browser, and leave as a file that comes back', async ({ page }) => {
  await mark(page);
  await page.getByRole('button', { name: 'Ada Lovelace' }).click();
  const field = page.getByRole('dialog').getByRole('group', { name: 'Your mark for why' });
  await field.getByLabel('Points').fill('4');
  await expect(field.getByRole('alert')).toContainText('type a number from 0 to 3');
  await field.getByLabel('Points').fill('2,5');
  await field.getByLabel('Comment').fill('=SUM(A1) is no reason');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(rowOf(page, 'Ada Lovelace')).toContainText('8.5/9');
  await expect(rowOf(page, 'Ada Lovelace')).toContainText('Graded');

  const canvas = await csv(page, 'Canvas');
  expect(canvas[0]).toBe('Student,ID,SIS User ID,SIS Login ID,Section,A small class');
  expect(canvas).toContain('Ada Lovelace,,ada,ada,,8.5');
  expect(canvas.join()).not.toContain('linus');
  expect((await csv(page, 'Moodle')).join('\n')).toContain('ada,Ada Lovelace,8.5,');
  // who opens it in a spreadsheet runs nobody's formulas
  const table = (await csv(page, 'Table')).join('\n');
  expect(table).toContain(`'=1+1`);
  expect(table).toContain(`'=SUM(A1) is no reason`);
  const byHand = await csv(page, 'Points by hand');
  expect(byHand[0]).toMatch(/^student,question,points,comment/);
  expect(byHand.find((line) => line.startsWith('ada,'))).toMatch(/^ada,why,2\.5,'=SUM\(A1\) is no reason,/);

  await mark(page);
  await expect(page.getByText('6 rows are gone')).toBeHidden();
  await expect(rowOf(page, 'Ada Lovelace')).toContainText('8.5/9');

  const file = join(folder, 'by-hand.csv');
  writeFileSync(file, 'student,question,points,comment\r\nGRACE,why,1.5,\r\n');
  await page.getByLabel('Import points by hand').setInputFiles(file);
  await expect(page.getByText('Points imported: 1')).toBeVisible();
  await expect(rowOf(page, 'Grace Hopper')).toContainText('3.5/9');
  writeFileSync(file, 'student,question,points,comment\r\ngrace,why,7,\r\n');
  await page.getByLabel('Import points by hand').setInputFiles(file);
  await expect(page.getByText('points = 7: must be from 0 to 3')).toBeVisible();
});

test('dropped files are taken, and after a reload the page says what is gone', async ({ page }) => {
  await load(page);
  const text = readFileSync(handed('ada.json'), 'utf8');
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'ada.json', { type: 'application/json' }));
    data.items.add(new File([new Uint8Array(1_000_001)], 'huge.json'));
    return data;
  }, text);
  await page.locator('[data-dropzone]').last().dispatchEvent('drop', { dataTransfer: transfer });
  await expect(rowOf(page, 'Ada Lovelace')).toBeVisible({ timeout: 60_000 });
  await expect(rowOf(page, 'huge.json')).toContainText('larger than 1 MB');
  await page.reload();
  await expect(page.getByText('its 2 rows are gone')).toBeVisible();
});

test('a file that is no assignment is refused with its reason, and the students’ part warns', async ({ page }) => {
  await page.goto('grade/');
  const choose = page.getByLabel('Choose the assignment');
  await choose.setInputFiles({
    name: 'x.json',
    mimeType: '',
    buffer: Buffer.from('{"schema": "inflight.assignment/9"}'),
  });
  await expect(page.getByRole('alert').filter({ hasText: 'inflight.assignment/1' })).toBeVisible({ timeout: 60_000 });
  const { secret, roster, ...open } = JSON.parse(readFileSync(join(folder, 'assignment.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  expect([secret, roster]).not.toContain(undefined);
  await choose.setInputFiles({ name: 'open.json', mimeType: '', buffer: Buffer.from(JSON.stringify(open)) });
  await expect(page.getByText('This is the students’ file')).toBeVisible();
});

for (const { name, tag, colorScheme, width, height } of LIGHT_AND_DARK)
  test(`axe finds nothing in the marks (${name})`, { tag }, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await mark(page);
    expect(await violations(page)).toEqual([]);
    for (const wide of [width, 320]) {
      await page.setViewportSize({ width: wide, height });
      const beyond = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(beyond, `${wide} px`).toBeLessThanOrEqual(0);
    }
    await page.getByRole('button', { name: 'Ken Thompson' }).click();
    await expect(page.getByRole('dialog')).toContainText('A line has');
    expect(await violations(page)).toEqual([]);
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it would do, and how to do it without', async ({ page }) => {
    await page.goto('grade/');
    await expect(page.locator('noscript p')).toContainText('inflight grade submissions/ --assignment');
    await expect(page.getByLabel('Choose files')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'What these marks mean' })).toBeVisible();
  });
});
