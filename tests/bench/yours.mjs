/** A reader's capture of 1,000,000 packets: on the command line, and dropped into the page, which goes on drawing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../scripts/setup/command.mjs';
import { pythonEnvironment } from '../../scripts/setup/python.mjs';
import { rows, watchFrames } from './frames.mjs';

/** Until the list of connections is there: seconds, and the intervals between frames, ms. */
async function dropped(browser, url, file) {
  const page = await browser.newPage();
  try {
    await page.goto(`${url}yours/`);
    await page.waitForLoadState('networkidle');
    await page.evaluate(watchFrames);
    const begin = Date.now();
    await page.locator('input[type="file"]').first().setInputFiles(file);
    await page.getByRole('row').nth(1).waitFor({ timeout: 600_000 });
    const seconds = (Date.now() - begin) / 1000;
    return { seconds, intervals: await page.evaluate(() => window.stopWatching()) };
  } finally {
    await page.close();
  }
}

/** @param {{browser: import('@playwright/test').Browser, url: string, root: string}} bench */
export async function yours({ browser, url, root }) {
  const folder = await mkdtemp(join(tmpdir(), 'yours-'));
  try {
    const file = join(folder, 'large.pcap');
    const bin = await pythonEnvironment(root);
    const env = { ...process.env, PYTHONPATH: join(root, 'simulations') };
    const { ok, output } = await run(join(bin, 'python'), [join(root, 'tests/bench/yours.py'), file], { env });
    if (!ok) throw new Error(output);
    const told = JSON.parse(output);
    const { seconds, intervals } = await dropped(browser, url, file);
    return [
      { name: `${told.packets} packets, ${told.mb.toFixed()} MB, command line`, value: told.seconds, unit: 's' },
      { name: `… memory, for ${told.connections} connections`, value: told.memory, unit: 'MB' },
      { name: '… in the page, Python’s start included', value: seconds, unit: 's' },
      ...rows('… meanwhile', intervals).map((row) =>
        row.unit === '/s' ? { ...row, least: 50 } : { ...row, least: undefined },
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
