/** The reference of knobs: folded, found by a word and by its anchor, and whole without scripts. */
import { violations } from './axe';
import { expect, test } from './fixtures';

const PAGE = 'book/guide/reference/';
const RMEM = '[data-knob="net.ipv4.tcp_rmem"]';

test('an anchor unfolds its entry, also by another name of the knob, and leaves the others folded', async ({
  page,
}) => {
  await page.goto(`${PAGE}#net-ipv4-tcp-rmem`);
  await expect(page.locator(RMEM).getByText('What it limits')).toBeVisible();
  await expect(page.locator('#net-ipv4-tcp-rmem')).toBeInViewport();
  await expect(page.locator('[data-knob] > details[open]')).toHaveCount(1);
  expect(await violations(page, RMEM)).toEqual([]);
  const other = page.locator('[data-knob] > span[id]').first();
  await page.goto(`${PAGE}#${await other.getAttribute('id')}`);
  await expect(other.locator('xpath=..').locator('details').first()).toHaveAttribute('open');
});

test('the knob that is called so comes first, and is unfolded', async ({ page }) => {
  await page.goto(PAGE);
  await page.getByRole('searchbox', { name: 'Find a knob' }).fill('tcp_rmem');
  const shown = page.locator('[data-knob]:not([hidden])');
  expect(await shown.count()).toBeGreaterThan(1);
  await expect(shown.first()).toHaveAttribute('data-knob', 'net.ipv4.tcp_rmem');
  await expect(shown.first().locator('details').first()).toHaveAttribute('open');
});

test('an entry is unfolded by its name, and by a key', async ({ page }) => {
  await page.goto(PAGE);
  const fields = page.locator(RMEM).getByText('What it limits');
  await expect(fields).toBeHidden();
  await page.locator(RMEM).scrollIntoViewIfNeeded();
  const at = (await page.locator('#net-ipv4-tcp-rmem code').boundingBox())!;
  await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
  await expect(fields).toBeVisible();
  await page.locator(`${RMEM} summary`).first().press('Enter');
  await expect(fields).toBeHidden();
});

test('a phone is not scrolled sideways, whatever is unfolded', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(PAGE);
  await page.locator('[data-knob] > details').evaluateAll((all) => {
    for (const details of all) (details as HTMLDetailsElement).open = true;
  });
  const wide = await page
    .locator('[data-knob] :is(table, p, code)')
    .evaluateAll((all) =>
      all
        .filter((each) => !each.closest('pre') && each.getBoundingClientRect().right > window.innerWidth)
        .map((each) => each.closest('[data-knob]')!.getAttribute('data-knob')),
    );
  expect(wide).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('an entry is unfolded', async ({ page }) => {
    await page.goto(PAGE);
    await page.locator(`${RMEM} summary`).first().click();
    await expect(page.locator(RMEM).getByRole('table').getByText('4096 131072 6291456')).toBeVisible();
  });
});
