/** The annotated output of tools: pointed at, by keyboard, tapped, and without scripts; and the table of counters. */
import { violations } from './axe';
import { expect, test } from './fixtures';

const PAGE = 'book/guide/reading-the-tools/';
const OUTPUT = 'figure[aria-label="Output: A busy sender"]';
const CWND = 'The congestion window: how many segments may be in flight.';

test('a field is explained when it is pointed at, and held by a click', async ({ page }) => {
  await page.goto(PAGE);
  const output = page.locator(OUTPUT);
  const panel = output.locator('[class*="panel"]');
  await output.getByRole('button', { name: 'cwnd:247' }).hover();
  await expect(panel).toContainText(CWND);
  await output.getByRole('button', { name: 'cwnd:247' }).click();
  await output.getByRole('button', { name: 'unacked:246' }).hover();
  await expect(panel).toContainText(CWND);
  await output.getByRole('button', { name: 'unacked:246' }).click();
  await output.getByRole('button', { name: 'cwnd:247' }).hover();
  await expect(panel).not.toContainText(CWND);
  await output.getByRole('button', { name: 'cwnd:247' }).click();
  expect(await violations(page, OUTPUT)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).not.toContainText(CWND);
});

test('arrow keys go through the fields, which are one stop', async ({ page }) => {
  await page.goto(PAGE);
  const output = page.locator(OUTPUT);
  await output.getByRole('button').first().focus();
  await page.keyboard.press('End');
  await expect(output.getByRole('button', { name: 'snd_wnd:3145728' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(output.getByRole('button', { name: 'minrtt:20.039' })).toBeFocused();
  await expect(output.locator('[class*="panel"]')).toContainText('minrtt');
  await page.keyboard.press('Tab');
  await expect(output.locator('[class*="panel"] a').first()).toBeFocused();
});

test('a phone is not scrolled sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(PAGE);
  await page.locator(OUTPUT).getByRole('button', { name: 'rto:232' }).click();
  await expect(page.locator(OUTPUT).locator('[class*="panel"]')).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('counters are found by a word, and by their anchor', async ({ page }) => {
  await page.goto(`${PAGE}#counter-listenoverflows`);
  await expect(page.locator('#counter-listenoverflows')).toBeInViewport();
  await expect(page.locator('#counter-listenoverflows').getByText('When to worry')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a counter' }).fill('zero window');
  await expect(page.locator('#counter-tcptozerowindowadv')).toBeVisible();
  await expect(page.locator('#counter-listenoverflows')).toBeHidden();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every explanation can be read', async ({ page }) => {
    await page.goto(PAGE);
    const output = page.locator(OUTPUT);
    await output.locator('summary').click();
    await expect(output.locator('dl')).toContainText(CWND);
    await expect(page.locator('#counter-tcptozerowindowadv')).toBeVisible();
  });
});
