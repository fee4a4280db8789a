/**
 * How soon a figure answers. From this machine: from the first touch, as Python is not loaded before. Over a line like
 * a reader's: from the click on a link to the figure's page, with a touch as soon as it listens.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from '../../scripts/setup/launch.mjs';
import { throughLine } from './line.mjs';
import { readyFigure, timeAnswer } from './watch.mjs';

const LINE = { rate: 10e6, rtt: 40 };
const VISITS = 4;
const viewport = { width: 1440, height: 900 };

/** A window as readers have it: what has been fetched is kept on the disk, and what was compiled of it. */
async function inOrdinaryWindow(browser, use) {
  const profile = mkdtempSync(join(tmpdir(), 'in-flight-'));
  const context = await browser.browserType().launchPersistentContext(profile, { ...launchOptions(), viewport });
  try {
    return await use(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** A window that keeps what it has fetched as long as it is open, and compiles it anew on each page. */
async function inPrivateWindow(browser, use) {
  const context = await browser.newContext({ viewport });
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/** @returns {Promise<{touch: number, visit: number}>} ms from the first touch, and from the beginning of the visit */
async function touch(page, address, [name, label]) {
  await page.goto(address, { waitUntil: 'commit' });
  const figure = await readyFigure(page, name);
  const slider = figure.getByRole('slider', { name: label, exact: true });
  await slider.focus();
  const { final } = await timeAnswer(figure, () => slider.press('ArrowRight'));
  return { touch: final, visit: await page.evaluate(() => performance.now()) };
}

/** The first visit with nothing in the cache, and the best of those after it; `sent` as it is after the first. */
async function visits(context, address, figure, from, sent = () => 0) {
  const times = [];
  let bytes = 0;
  for (let visit = 0; visit < VISITS; visit++) {
    const page = await context.newPage();
    times.push((await touch(page, address, figure))[from]);
    if (visit === 0) bytes = sent();
    await page.close();
  }
  const [cold, ...warm] = times;
  return { cold, warm: Math.min(...warm), bytes };
}

/** @param {{browser: import('@playwright/test').Browser, url: string}} bench */
export async function firstAnswer({ browser, url }) {
  const here = await inOrdinaryWindow(browser, (context) =>
    visits(context, `${url}book/congestion/cwnd/`, ['textbook-trace', 'First threshold'], 'touch'),
  );
  const line = await throughLine(url, LINE);
  const there = (context) =>
    visits(context, `${line.url}figures/congestion-window/`, ['congestion-window', 'Buffer'], 'visit', line.sent);
  const ordinary = await inOrdinaryWindow(browser, there);
  const privately = await inPrivateWindow(browser, there);
  line.close();
  return [
    { name: 'cold: nothing in the cache', value: here.cold, unit: 'ms' },
    { name: 'warm: a later visit', value: here.warm, unit: 'ms' },
    { name: 'cold / warm', value: here.cold / here.warm, unit: '×' },
    { name: 'at 10 Mbit/s, 40 ms, cold: from the click', value: ordinary.cold, unit: 'ms', limit: 7000 },
    { name: 'at 10 Mbit/s, 40 ms, warm: from the click', value: ordinary.warm, unit: 'ms', limit: 1200 },
    { name: 'at 10 Mbit/s, 40 ms, warm, in a private window', value: privately.warm, unit: 'ms' },
    { name: 'bytes to the first answer', value: ordinary.bytes / 1e6, unit: 'MB', limit: 6 },
  ];
}
