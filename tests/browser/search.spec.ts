/** The search field: what is typed leads to the chapter that is about it. */
import { expect, test } from './fixtures';

for (const [text, first] of [
  ['backlog', /\/book\/(opening\/listen-queues|cases\/backlog-50)\//],
  ['bufferbloat', /\/book\/queues\/bufferbloat\//],
  ['40 ms', /\/book\/(small-writes\/nagle|cases\/echo-40-ms)\//],
  // As it is copied from a text, with a space that does not break.
  ['40\u00a0ms', /\/book\/(small-writes\/nagle|cases\/echo-40-ms)\//],
  ['CLOSE_WAIT', /\/book\/(closing\/closing-well|cases\/close-wait)\//],
] as const) {
  test(`“${text}” and Enter lead to ${first.source}`, async ({ page }) => {
    await page.goto('');
    const field = page.locator('.navbar__search-input');
    await field.focus();
    // It is one when the index is there.
    await expect(field).toHaveRole('combobox');
    await field.fill(text);
    const offered = page.getByRole('option').first();
    await expect(offered).toBeVisible();
    await expect(offered).toHaveAttribute('aria-selected', 'true');
    await field.press('Enter');
    await expect(page).toHaveURL(first);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('what a page of the guide lists is found where it is taught', async ({ page }) => {
  await page.goto('');
  const field = page.locator('.navbar__search-input');
  await field.focus();
  await expect(field).toHaveRole('combobox');
  await field.fill('tcp_tw_recycle');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option').filter({ hasText: 'Every claim' })).toHaveCount(0);
  await field.press('Enter');
  await expect(page).not.toHaveURL(/\/guide\/(myths|claims)\//);
});

test('a reader who has tabbed past it is not called back when it is ready', async ({ page }) => {
  await page.goto('figures/congestion-window/');
  const field = page.locator('.navbar__search-input');
  await page.locator('.navbar__item').last().focus();
  while (!(await field.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(field).toHaveRole('combobox');
  await expect(field).not.toBeFocused();
  // It is still there for who calls it.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
});
