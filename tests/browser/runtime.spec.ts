/** Python in the page: loaded once, in the background, from this site; and what is seen when it cannot be. */
import type { Page } from '@playwright/test';
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { CHAPTER, WINDOWS } from './pages';

const THRESHOLD = 'First threshold';

/** Counts requests for the interpreter, in the page and in its worker. */
function countPython(page: Page): () => number {
  let count = 0;
  page.context().on('request', (request) => {
    if (request.url().endsWith('.wasm')) count++;
  });
  return () => count;
}

async function nudge(figure: Figure): Promise<void> {
  await figure.live();
  const before = await figure.curves();
  await figure.slider(THRESHOLD).focus();
  await figure.page.keyboard.press('ArrowRight');
  await expect.poll(() => figure.curves()).not.toBe(before);
  await figure.settled();
}

test('Python is not loaded before the reader reaches for a control', async ({ page }) => {
  const loaded = countPython(page);
  await page.goto(CHAPTER);
  await page.waitForLoadState('networkidle');
  expect(loaded()).toBe(0);
});

test('Python is loaded once per visit, by all figures and across pages', async ({ page }) => {
  const loaded = countPython(page);
  await page.goto(WINDOWS);
  await nudge(new Figure(page, 'textbook-trace'));
  expect(page.workers()).toHaveLength(1);
  const [worker] = page.workers();

  // Away and back by the site's own links: no new page load.
  await page.getByRole('link', { name: 'In Flight' }).first().click();
  await expect(page).not.toHaveURL(/cwnd/);
  await page.goBack();
  await expect(page).toHaveURL(/cwnd/);
  await nudge(new Figure(page, 'textbook-trace'));
  expect(page.workers()).toEqual([worker]);
  expect(loaded()).toBe(1);
});

/** From now on every move of something on the page is noted, also those just after an input, which the score for ranking pages forgives. */
async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
}

test('a live run takes the place of the built one without moving the page', async ({ page }) => {
  await page.goto(WINDOWS);
  const figure = new Figure(page, 'textbook-trace');
  await figure.live();
  await figure.slider(THRESHOLD).scrollIntoViewIfNeeded();
  const shifts = await watchShifts(page);
  const before = await figure.root.boundingBox();
  await nudge(figure);
  const after = await figure.root.boundingBox();
  expect(after!.height).toBeCloseTo(before!.height, 0);
  expect(await shifts()).toEqual([]);
});

test('nor does the run that brings the packets for the pipe, and its curves are those that were built', async ({
  page,
}) => {
  await page.goto(WINDOWS);
  const figure = new Figure(page, 'congestion-window');
  await figure.live();
  const play = figure.root.getByRole('button', { name: 'Play', exact: true });
  await play.scrollIntoViewIfNeeded();
  const shifts = await watchShifts(page);
  const sentence = await figure.sentence.textContent();
  await play.click();
  await figure.root.locator('[aria-busy="true"]').waitFor();
  await figure.settled();
  await expect(figure.sentence).toHaveText(sentence!);
  expect(await shifts()).toEqual([]);
});

test('loading a page shifts nothing', async ({ page }) => {
  for (const path of ['', CHAPTER]) {
    await page.goto(path);
    if (path) await new Figure(page, 'send-buffer').live();
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list.getEntries().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 500);
        }),
    );
    expect(shift, `/${path}`).toBeLessThan(0.02);
  }
});

test.describe('where Python cannot be loaded', () => {
  test.use({ expectedErrors: [/py\/|Failed to load|ERR_FAILED|pyodide|worker/i] });

  test('the figure says why, and the built picture stays', async ({ page, context }) => {
    await context.route('**/py/**', (route) => route.abort());
    await page.goto(WINDOWS);
    const figure = new Figure(page, 'textbook-trace');
    await figure.live();
    const built = await figure.curves();
    await figure.slider(THRESHOLD).focus();
    await page.keyboard.press('ArrowRight');
    const alert = figure.root.getByRole('alert');
    await expect(alert).toBeVisible();
    await expect(alert).toHaveText(/.{30}/);
    expect(await figure.curves()).toBe(built);
    // Presets need no Python.
    await figure.choose('Tahoe');
    await expect(figure.sentence).toContainText('(Tahoe)');
    expect(await figure.curves()).not.toBe(built);
  });
});
