/** The text and the figures speak with each other. */
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { CHAPTER, WINDOWS } from './pages';

test('a number in the text is dragged, and the figure and the address follow', async ({ page }) => {
  await page.goto(CHAPTER);
  const figure = new Figure(page, 'staircase');
  await figure.awake();
  const built = (await figure.sentence.textContent())!;
  const number = page.getByRole('slider', { name: 'Round-trip time, in the text' }).first();
  await expect(number).toHaveText(/20.ms/);
  await number.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await number.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 6 });
  await page.mouse.up();
  await expect(figure.sentence).not.toHaveText(built);
  await figure.settled();
  const rtt = Number(figure.address()['staircase.rtt']);
  expect(rtt).toBeGreaterThan(20);
  await expect(number).toHaveAttribute('aria-valuenow', String(rtt));
  await expect(figure.slider('Round-trip time')).toHaveAttribute(
    'aria-valuetext',
    (await number.textContent())!.trim(),
  );

  await number.dblclick();
  await expect.poll(() => figure.address()).toEqual({});
  await expect(figure.sentence).toHaveText(built);
});

test('a number in the text follows the figure’s own slider, and has keys', async ({ page }) => {
  await page.goto(CHAPTER);
  const figure = new Figure(page, 'staircase');
  await figure.awake();
  const number = page.getByRole('slider', { name: 'Line rate, in the text' }).first();
  await figure.slider('Line rate').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => number.getAttribute('aria-valuenow')).not.toBe('100');
  await number.focus();
  await page.keyboard.press('ArrowUp');
  await expect(number).toHaveAttribute('aria-valuenow', '100');
  await expect.poll(() => figure.address()).toEqual({});
});

test('pointing at a word, a label or a curve’s name lights the quantity up everywhere', async ({ page }) => {
  await page.goto(WINDOWS);
  const figure = new Figure(page, 'congestion-window');
  await figure.live();
  await figure.view.selectOption('Curves');
  const opacity = (series: string): Promise<string> =>
    figure.picture.locator(`[data-role="run"][data-series="${series}"]`).evaluate((it) => getComputedStyle(it).opacity);
  const label = figure.root.locator('[data-parameter="buffer"] label');
  await label.scrollIntoViewIfNeeded();
  await label.hover();
  await expect.poll(() => opacity('cwnd')).not.toBe('1');
  expect(await opacity('queue')).toBe('1');
  await page.mouse.move(0, 0);
  await expect.poll(() => opacity('cwnd')).toBe('1');
});
