/** What a teacher settles on the marking page, and files that are made to cost others their marks. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { csvParse } from 'd3-dsv';
import { strFromU8, unzipSync } from 'fflate';
import type { Overview } from '../../src/model/contract';
import { SIMULATIONS } from '../command-line';
import { expect, test } from './fixtures';

const folder = mkdtempSync(join(tmpdir(), 'settle-'));
const env = { ...process.env, PYTHONPATH: SIMULATIONS, PYTHONIOENCODING: 'utf-8' };

test.beforeAll(() => {
  execFileSync('python3', [join(__dirname, 'grade_settling.py'), folder], { env });
});

async function mark(page: Page, within: string): Promise<void> {
  await page.goto('grade/');
  await page.getByLabel('Choose the assignment').setInputFiles(join(folder, 'assignment.json'));
  await expect(page.getByText('fingerprint')).toBeVisible({ timeout: 60_000 });
  const files = readdirSync(join(folder, within)).map((name) => join(folder, within, name));
  await page.getByLabel('Choose files').setInputFiles(files);
  await expect(page.getByText('All files are marked.', { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('heading', { name: 'Total points' })).toBeVisible({ timeout: 30_000 });
}

/** What the command line says of the folder. */
function told(within: string, ...options: string[]): Overview {
  const args = ['-m', 'inflight', 'grade', join(folder, within), '--assignment', join(folder, 'assignment.json')];
  try {
    return JSON.parse(execFileSync('python3', [...args, ...options, '--json'], { env, encoding: 'utf8' })) as Overview;
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout) as Overview;
  }
}

const download = async (page: Page, name: string): Promise<Buffer> => {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name }).click();
  return readFileSync(await (await coming).path());
};

test('of two files that differ none counts until the teacher says which', async ({ page }) => {
  await mark(page, 'several');
  const several = page.getByRole('region', { name: 'More than one file from a student' });
  await expect(several).toContainText('none counts yet');
  await expect(page.getByRole('img', { name: /^Total points of 1 students/ })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Ada Lovelace' }).first()).toContainText('None counts until you say');
  await expect(page.getByText('handed in in the future').first()).toBeVisible();
  await several.locator('li li', { hasText: 'ada-1.json' }).getByRole('button', { name: 'This one counts' }).click();
  await expect(several).toContainText('(counts)');
  await expect(page.getByRole('img', { name: /^Total points of 2 students/ })).toBeVisible();
  await expect(page.locator('pre').last()).toContainText('--counts submissions/ada-1.json');
  const { duplicates } = told('several', '--counts', join(folder, 'several', 'ada-1.json'));
  expect(duplicates.map(({ counts, unsettled }) => [counts?.split('/').pop(), unsettled])).toEqual([
    ['ada-1.json', false],
  ]);
});

test('who is late is told, and students have a text each to read', async ({ page }) => {
  await mark(page, 'late');
  const row = page.getByRole('row', { name: 'Grace Hopper' });
  await expect(row).toContainText('1 h 30 min');
  await page.getByLabel('Due').fill('');
  await expect(page.getByRole('columnheader', { name: 'Late' })).toBeHidden();
  const files = unzipSync(new Uint8Array(await download(page, 'Feedback ZIP')));
  expect(Object.keys(files)).toHaveLength(2);
  const text = Object.values(files)
    .map((each) => strFromU8(each))
    .find((each) => each.includes('Grace Hopper'));
  expect(text).toMatch(/\d of 9 points/);
  expect((await download(page, 'Canvas with notes CSV')).toString()).toContain('Notes');
});

test('files made to do harm have a row each, the command line’s, and cost nobody else a mark', async ({ page }) => {
  test.setTimeout(240_000);
  await mark(page, 'hostile');
  const table = csvParse((await download(page, 'Table CSV')).toString().replace(/^\uFEFF/, ''));
  const fromPage = table.map(({ file, verdict, reason }) => [file, verdict, reason]);
  const { rows } = told('hostile');
  const fromTerminal = rows.map(({ file, verdict, reason }) => [basename(file), verdict, reason]);
  expect(fromPage.sort()).toEqual(fromTerminal.sort());
  expect(fromPage).toHaveLength(readdirSync(join(folder, 'hostile')).length);
  for (const name of ['Ada Lovelace', 'Grace Hopper'])
    await expect(page.getByRole('row', { name }).filter({ hasText: 'Graded' })).toContainText('6/9');
});
