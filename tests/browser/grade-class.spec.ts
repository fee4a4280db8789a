/** Files of all sorts, some of them hostile: the page and `inflight grade` agree on every mark. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { csvParse } from 'd3-dsv';
import type { Overview } from '../../src/model/contract';
import { SIMULATIONS } from '../command-line';
import { expect, test } from './fixtures';

const root = join(__dirname, '../..');
const ASSIGNMENT = join(root, 'docs/assignments/mixed-1.json');
const folder = join(mkdtempSync(join(tmpdir(), 'class-')), 'handed');
/** All 200 take a quarter of an hour: `IN_FLIGHT_CLASS=whole`. */
const isWhole = process.env.IN_FLIGHT_CLASS === 'whole';
const env = { ...process.env, PYTHONPATH: SIMULATIONS, PYTHONIOENCODING: 'utf-8' };

/** What the command line says of the folder. It exits with 1, as some are refused. */
function told(): Overview {
  const args = ['-m', 'inflight', 'grade', folder, '--assignment', ASSIGNMENT, '--json'];
  try {
    execFileSync('python3', args, { env, encoding: 'utf8', maxBuffer: 1 << 28 });
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    if (status === 1) return JSON.parse(stdout) as Overview;
    throw error;
  }
  throw new Error('none was refused');
}

/** A cell of the table, as the command line's row has it. */
const asCell = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

// What hostile code prints lands in the console, where nobody reads it; so does what it does to its own Python.
test.use({ expectedErrors: [/^console: (\{"verdict": "graded"\}|.*(Pyodide|fatal error|RangeError))/] });

test('page and command line agree', { tag: '@full' }, async ({ page }) => {
  const patience = isWhole ? 1_800_000 : 240_000;
  test.setTimeout(2 * patience);
  execFileSync('python3', [join(__dirname, 'grade_sample.py'), folder, ...(isWhole ? ['--whole'] : [])], { env });
  const files = readdirSync(folder);
  expect(files.length).toBe(isWhole ? 200 : 24);

  await page.goto('grade/');
  await page.getByLabel('Choose the assignment').setInputFiles(ASSIGNMENT);
  await expect(page.getByRole('heading', { name: '2. What your students handed in' })).toBeVisible();
  await page.getByLabel('Choose files').setInputFiles(files.map((name) => join(folder, name)));
  await expect(page.getByText('All files are marked.', { exact: true })).toBeVisible({ timeout: patience });
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Table CSV' }).click();
  const rows = csvParse(readFileSync(await (await waiting).path(), 'utf8').replace(/^\uFEFF/, ''));

  const { rows: marked } = told();
  const fromPage = rows.map((row) => [row.file, row.verdict, row.points, row.reason]);
  const fromTerminal = marked.map(({ file, verdict, points, reason }) => [
    basename(file),
    verdict,
    asCell(points),
    asCell(reason),
  ]);
  expect(fromPage.sort()).toEqual(fromTerminal.sort());
  const byFile = new Map(rows.map((row) => [row.file, row]));
  for (const { file, questions } of marked)
    for (const { id, possible, points, reason } of questions) {
      const row = byFile.get(basename(file))!;
      expect([file, id, row[`${id} (of ${possible})`]]).toEqual([file, id, asCell(points)]);
      expect([file, id, row[`${id}: reason`]]).toEqual([file, id, asCell(reason)]);
    }

  // What they wanted, they did not get; what is right beside it counts.
  const hostile = marked.filter(({ file }) => basename(file).startsWith('hostile-'));
  expect(hostile.length).toBeGreaterThanOrEqual(3);
  for (const { questions } of hostile) expect(questions.find(({ kind }) => kind === 'algorithm')?.points).toBe(0);
  const loop = byFile.get('hostile-loop.json')!;
  expect(Object.values(loop).join()).toContain('endless loop');
});
