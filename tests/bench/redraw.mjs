/** Drag → redraw: from a move of a slider to the painted frame that shows the new run, with Python up. */
import { readyFigure, timeAnswer } from './watch.mjs';

/** Laboratories as they open, and a small figure, each with a slider to drag; ms that are its goal. */
const FIGURES = {
  'send-buffer': { path: 'figures/send-buffer/', slider: 'Send buffer', goal: 80 },
  'congestion-window': { path: 'figures/congestion-window/', slider: 'Buffer', goal: 80 },
  'textbook-trace': { path: 'figures/textbook-trace/', slider: 'First threshold', goal: 80 },
  police: { path: 'book/disciplines/tc/', slider: 'Burst', goal: 50, isSmall: true },
};
const MOVES = 40;

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** Drag a slider to and fro beside its default; each move waits for the answer to the one before. */
async function drag(page, id, { slider: label, isSmall }) {
  const figure = await readyFigure(page, id, isSmall);
  const slider = figure.getByRole('slider', { name: label, exact: true });
  await slider.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await slider.boundingBox();
  const [min, max, now] = await slider.evaluate((it) => [it.min, it.max, it.value].map(Number));
  const start = x + (width * (now - min)) / (max - min);
  await page.mouse.move(start, y + height / 2);
  await page.mouse.down();
  const answers = [];
  for (let move = 0; move < MOVES; move++) {
    // A small zigzag: every move changes the value, and the settings stay near the default.
    const at = start + width * (0.06 + 0.06 * (move % 2) + 0.001 * move);
    answers.push(await timeAnswer(figure, () => page.mouse.move(at, y + height / 2)));
  }
  await page.mouse.up();
  // The first one may have waited for Python.
  return answers.slice(1);
}

/** @param {{browser: import('@playwright/test').Browser, url: string}} bench */
export async function redraw({ browser, url }) {
  const rows = [];
  for (const [id, controls] of Object.entries(FIGURES)) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(url + controls.path);
    const answers = await drag(page, id, controls);
    await page.close();
    // Long runs draw as they go: the goal is for what the reader sees first.
    const partial = answers.map((answer) => answer.partial);
    const final = answers.map((answer) => answer.final);
    rows.push(
      { name: `${id}: redraw, p50`, value: percentile(partial, 0.5), unit: 'ms' },
      { name: `${id}: redraw, p95`, value: percentile(partial, 0.95), unit: 'ms', limit: controls.goal },
      { name: `${id}: complete, p50`, value: percentile(final, 0.5), unit: 'ms' },
      { name: `${id}: complete, p95`, value: percentile(final, 0.95), unit: 'ms' },
    );
  }
  return rows;
}
