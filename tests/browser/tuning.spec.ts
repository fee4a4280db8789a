/** The book's first promise: a reader who only moves sliders brings the 22 MB from 25 s to 2 s. */
import type { Locator } from '@playwright/test';
import { Figure } from './figure';
import { expect, test } from './fixtures';

/** Take a slider's thumb by the mouse and move it, in steps, to a place on its track: 0 is left, 1 is right. */
async function drag(slider: Locator, to: number): Promise<void> {
  const { mouse } = slider.page();
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox())!;
  const now = await slider.evaluate((input: HTMLInputElement) => {
    return (Number(input.value) - Number(input.min)) / (Number(input.max) - Number(input.min));
  });
  const at = (share: number): [number, number] => [box.x + 8 + share * (box.width - 16), box.y + box.height / 2];
  await mouse.move(...at(now));
  await mouse.down();
  await mouse.move(...at(to), { steps: 12 });
  await mouse.up();
}

test('the 22 MB take 2 s instead of 25 once two sliders are where they should be', async ({ page }) => {
  await page.goto('book/windows/why-slow/');
  const figure = new Figure(page, 'send-buffer');
  await figure.all();
  const buffer = figure.slider('Send buffer');
  const ceiling = figure.slider('Most it may ask for');
  const seconds = async (): Promise<number> => {
    await figure.settled();
    const [, took, unit] = /took\s([\d.]+)\s(ms|s)/.exec((await figure.sentence.textContent()) ?? '') ?? [];
    return Number(took) / (unit === 'ms' ? 1000 : 1);
  };
  await expect.poll(seconds).toBeGreaterThan(25);
  await figure.live();

  // More send buffer: faster, until wmem_max cuts it.
  await drag(buffer, 0.4);
  await expect.poll(seconds).toBeLessThan(10);
  await drag(buffer, 0.8);
  await expect.poll(seconds).toBeLessThan(4);
  const cut = await seconds();
  await drag(buffer, 0.95);
  await figure.settled();
  expect(await seconds()).toBe(cut);
  await expect(figure.sentence).toContainText('wmem_max');

  // The ceiling goes up, and the line is full.
  await drag(ceiling, 0.9);
  await expect.poll(seconds).toBeLessThan(2);
  await expect(figure.sentence).not.toContainText('wmem_max');
});

test('and so does whoever lets the kernel decide, by keyboard', async ({ page }) => {
  await page.goto('book/windows/why-slow/');
  const figure = new Figure(page, 'send-buffer');
  await figure.live();
  await figure.root.getByRole('button', { name: 'autotuned', exact: true }).press('Enter');
  await expect(figure.sentence).toContainText(/22\sMB took\s1\.9\d*\ss/);
});
