/** A run in cells: from a change of all cells to the first one that is painted, and to the last. */
import { cpus } from 'node:os';
import { timeAnswer } from './watch.mjs';

const FIGURE = 'loss-and-rtt';
const RATE = 'Line rate';

/** @param {{browser: import('@playwright/test').Browser, url: string}} bench */
export async function map({ browser, url }) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`${url}figures/${FIGURE}/`);
  const figure = page.locator(`[data-experiment="${FIGURE}"]`);
  const rate = figure.getByRole('slider', { name: RATE, exact: true });
  await page.waitForLoadState('networkidle');
  const rows = [];
  // The first change may wait for Python, and for its helpers.
  for (const name of ['first change', 'a later one']) {
    const { partial, final } = await timeAnswer(figure, () => rate.press('ArrowRight'));
    rows.push(
      { name: `${name}: first cell`, value: partial, unit: 'ms', ...(name === 'a later one' && { limit: 1000 }) },
      { name: `${name}: all cells`, value: final / 1000, unit: 's', limit: 20 },
    );
  }
  rows.push({ name: 'Pythons at work', value: page.workers().length, unit: `of ${cpus().length} cores` });
  await page.close();
  return rows;
}
