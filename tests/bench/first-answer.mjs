/** First touch → first live answer: Python is not loaded before a reader reaches for a control. From this machine, so
 *  without a network's delay. */
import { readyFigure, timeAnswer } from './watch.mjs';

async function touch(page, address) {
  await page.goto(address, { waitUntil: 'load' });
  const figure = await readyFigure(page, 'textbook-trace');
  const slider = figure.locator('input[type="range"]').first();
  await slider.focus();
  const { final } = await timeAnswer(figure, () => slider.press('ArrowRight'));
  return final;
}

/** @param {{browser: import('@playwright/test').Browser, url: string}} bench */
export async function firstAnswer({ browser, url }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const times = [];
  for (let visit = 0; visit < 4; visit++) {
    const page = await context.newPage();
    times.push(await touch(page, `${url}book/windows/why-slow/`));
    await page.close();
  }
  await context.close();
  const [cold, ...warm] = times;
  const best = Math.min(...warm);
  return [
    { name: 'cold: nothing in the cache', value: cold, unit: 'ms' },
    { name: 'warm: a later visit', value: best, unit: 'ms' },
    { name: 'cold / warm', value: cold / best, unit: '×' },
  ];
}
