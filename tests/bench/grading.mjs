/**
 * What the marking page does with a class: how long twenty files with code take, beside the command line with two
 * processes, and whether the page stands still with 1,000 students (`IN_FLIGHT_CLASS_SIZE` for another number), of two
 * texts and a program each: no task of the page's own may last for a second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../scripts/setup/command.mjs';
import { pythonEnvironment } from '../../scripts/setup/python.mjs';

const HOUR = 3_600_000;

/** Files of `grading.py` in the page: seconds until they are marked, until the groups are there, and for the CSV. */
async function inPage(browser, url, folder) {
  const page = await browser.newPage();
  page.setDefaultTimeout(HOUR);
  await page.addInitScript(() => {
    globalThis.longest = {};
    globalThis.phase = 'marking';
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        globalThis.longest[globalThis.phase] = Math.max(globalThis.longest[globalThis.phase] ?? 0, duration);
    }).observe({ type: 'longtask' });
  });
  await page.goto(`${url}grade/`);
  await page.getByLabel('Choose the assignment').setInputFiles(join(folder, 'assignment.json'));
  await page.getByText('fingerprint').first().waitFor();
  const seconds = async (phase, work) => {
    await page.evaluate((name) => (globalThis.phase = name), phase);
    const began = performance.now();
    await work();
    return (performance.now() - began) / 1000;
  };
  const marked = await seconds('marking', async () => {
    await page.getByLabel('Choose files').setInputFiles(join(folder, 'handed.zip'));
    await page.getByText('All files are marked.', { exact: true }).waitFor();
  });
  const groups = await seconds('groups', () => page.getByRole('region', { name: 'Worth a look' }).waitFor());
  const csv = await seconds('csv', async () => {
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Table CSV' }).click();
    await coming;
  });
  const longest = await page.evaluate(() => globalThis.longest);
  const rows = await page.locator('tbody tr').count();
  await page.close();
  return { marked, groups, csv, longest, rows };
}

/** @param {{browser: import('@playwright/test').Browser, url: string, root: string}} bench */
export async function grading({ browser, url, root }) {
  const bin = await pythonEnvironment(root);
  const env = { ...process.env, PYTHONPATH: join(root, 'simulations'), PATH: `${bin}:${process.env.PATH}` };
  const place = mkdtempSync(join(tmpdir(), 'grading-'));
  const made = async (...args) => {
    const { ok, output } = await run(join(bin, 'python'), [join(root, 'tests', 'bench', 'grading.py'), ...args], {
      env,
    });
    if (!ok) throw new Error(output);
  };
  try {
    const [few, many] = [join(place, 'few'), join(place, 'many')];
    await made(few, 'twenty');
    const size = process.env.IN_FLIGHT_CLASS_SIZE ?? '1000';
    await made(many, 'class', size);
    const began = performance.now();
    const files = [join(few, 'handed.zip'), '--assignment', join(few, 'assignment.json')];
    await run(join(bin, 'python'), ['-m', 'inflight', 'grade', ...files, '--jobs', '2', '--json'], { env });
    const command = (performance.now() - began) / 1000;
    const { marked } = await inPage(browser, url, few);
    const whole = await inPage(browser, url, many);
    return [
      { name: '20 files with code, command line', value: command, unit: 's' },
      { name: '20 files with code, page', value: marked, unit: 's' },
      { name: '… as a multiple of the command line', value: marked / command, unit: '×', limit: 1.3 },
      { name: `${size} students: marked in the page`, value: whole.marked, unit: 's' },
      { name: '… groups', value: whole.groups, unit: 's' },
      { name: '… table as CSV', value: whole.csv, unit: 's' },
      ...['marking', 'groups', 'csv'].map((phase) => ({
        ...{ name: `… longest task of the page, ${phase}`, value: whole.longest[phase] ?? 0, unit: 'ms', limit: 1000 },
      })),
      { name: '… rows', value: whole.rows, unit: '', least: Number(size) },
    ];
  } finally {
    rmSync(place, { recursive: true });
  }
}
