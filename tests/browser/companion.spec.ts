/** A number in the text is never dragged blind: what its figure answers comes along. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe';
import { expect, test } from './fixtures';
import { CHAPTER } from './pages';

const companion = (page: Page, of = 'staircase'): Locator => page.locator(`[data-companion="${of}"]`);

async function numberOutOfSight(page: Page): Promise<Locator> {
  await page.goto(CHAPTER);
  const number = page.getByRole('slider', { name: 'Round-trip time, in the text' }).first();
  // At the lower edge, so that its figure, which follows, is not in sight.
  await number.evaluate((it) => it.scrollIntoView({ block: 'end', behavior: 'instant' }));
  return number;
}

for (const width of [1280, 1440]) {
  test(`it stands in the margin at ${width} px, and covers no text`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const number = await numberOutOfSight(page);
    await number.focus();
    await expect(companion(page)).toBeVisible();
    const box = (await companion(page).boundingBox())!;
    const text = (await page.locator('article .markdown > p').first().boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(text.x + text.width);
    expect(box.width).toBeGreaterThan(200);
    expect(await violations(page, '[data-companion]')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect(companion(page)).toContainText(/25\.9.s → /);
  });
}

test('it comes while a number is pointed at or dragged, and leaves with the pointer', async ({ page }) => {
  const number = await numberOutOfSight(page);
  await number.hover();
  await expect(companion(page)).toBeVisible();
  const { x, y, width, height } = (await number.boundingBox())!;
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 60, y + height / 2, { steps: 4 });
  await expect(companion(page)).toContainText('→');
  await page.mouse.up();
  await number.blur();
  await page.mouse.move(5, 5);
  await expect(companion(page)).toBeHidden();
});

test('it leaves when the number is scrolled away, and when its figure comes', async ({ page }) => {
  const number = await numberOutOfSight(page);
  await number.focus();
  await expect(companion(page)).toBeVisible();
  await page.evaluate(() => window.scrollBy({ top: 1500, behavior: 'instant' }));
  await expect(companion(page)).toBeHidden();
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  await expect(companion(page)).toBeHidden();
});

test('a coloured word brings the lane that shows it', async ({ page }) => {
  await numberOutOfSight(page);
  const word = page.locator('article').getByText('waiting for their ACK');
  await word.evaluate((it) => it.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await word.hover();
  await expect(companion(page, 'send-buffer').getByRole('img').first()).toBeVisible();
  await expect(companion(page, 'send-buffer')).toContainText('In the send buffer');
});

test('below 1280 px it is a strip at the lower edge, and what has the focus stays above it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const number = await numberOutOfSight(page);
  await number.evaluate((it) => it.scrollIntoView({ block: 'end', behavior: 'instant' }));
  await number.evaluate((it) => (it as HTMLElement).focus({ preventScroll: true }));
  await expect(companion(page)).toBeVisible();
  const strip = (await companion(page).boundingBox())!;
  expect(strip.height).toBeLessThanOrEqual(160);
  expect(strip.y + strip.height).toBeGreaterThanOrEqual(843);
  await expect
    .poll(async () => {
      const box = (await number.boundingBox())!;
      return box.y + box.height;
    })
    .toBeLessThanOrEqual(strip.y);
});
