/** Drag → redraw: from a move of a slider to the painted frame that shows the new run, with Python up. */
import { readyFigure, timeAnswer } from './watch.mjs';

const FIGURES = ['send-buffer', 'congestion-window', 'textbook-trace'];
const CHAPTER = 'book/windows/why-slow/';
const MOVES = 40;

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Drag the first slider to and fro around its default; each move waits for the answer to the one before. */
async function drag(page, id) {
  const figure = await readyFigure(page, id);
  const slider = figure.locator('input[type="range"]').first();
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  const [min, max, now] = await slider.evaluate((it) => [it.min, it.max, it.value].map(Number));
  const start = x + (width * (now - min)) / (max - min);
  await page.mouse.move(start, y + height / 2);
  await page.mouse.down();
  const answers = [];
  for (let move = 0; move < MOVES; move++) {
    // A small zigzag: every move changes the value, and the settings stay near the default.
    const at = start + width * (0.03 + 0.04 * (move % 2) + 0.0005 * move);
    answers.push(await timeAnswer(figure, () => page.mouse.move(at, y + height / 2)));
  }
  await page.mouse.up();
  // The first one may have waited for Python.
  return answers.slice(1);
}

/** @param {{browser: import('@playwright/test').Browser, url: string}} bench */
export async function redraw({ browser, url }) {
  const rows = [];
  for (const id of FIGURES) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(url + CHAPTER);
    const answers = await drag(page, id);
    await page.close();
    for (const [stage, words] of Object.entries({ partial: 'first change', final: 'complete' })) {
      const times = answers.map((answer) => answer[stage]);
      rows.push({ name: `${id}: ${words}, p50`, value: percentile(times, 0.5), unit: 'ms' });
      rows.push({ name: `${id}: ${words}, p95`, value: percentile(times, 0.95), unit: 'ms', limit: 100 });
    }
  }
  return rows;
}
