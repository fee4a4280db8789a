/** The gallery: every experiment, with its picture, without anybody listing them. */
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { EXPERIMENTS } from './kinds';
import { PAGES } from './pages';

const ids = EXPERIMENTS.map(({ id }) => id).sort();

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test('lists every experiment with its picture', async ({ page }, info) => {
      await page.goto('figures/');
      const cards = page.locator('[data-figure]');
      expect((await cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-figure')))).sort()).toEqual(
        ids,
      );
      for (const { id, question, title } of EXPERIMENTS) {
        const card = page.locator(`[data-figure="${id}"]`);
        await expect(card.getByRole('img', { name: title })).toBeVisible();
        expect(await card.locator('svg :is(path, rect)').count(), `marks in the picture of ${id}`).toBeGreaterThan(0);
        await expect(card.locator(`a[href$="/figures/${id}/"]`, { hasText: question })).toBeVisible();
      }
      await expect(page.getByRole('searchbox', { name: 'Find a figure' })).toBeVisible({ visible: javaScriptEnabled });
      await page.screenshot({ path: info.outputPath('gallery.png'), fullPage: true });
    });
  });
}

test('is filtered by part and by words', async ({ page }) => {
  await page.goto('figures/');
  const cards = page.locator('[data-figure]');
  await page.getByRole('searchbox').fill('five numbered');
  await expect(cards).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'figures' })).toHaveText(`1 of ${ids.length} figures`);
  await page.getByRole('searchbox').fill('no figure says this');
  await expect(cards).toHaveCount(0);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('group', { name: 'Parts' }).getByRole('button', { name: 'Windows' }).click();
  await expect(cards).toHaveCount(EXPERIMENTS.filter(({ part }) => part === 'windows').length);
});

test('leads to the figure, and from there to the chapters that use it', async ({ page }) => {
  await page.goto('');
  await page.getByRole('navigation').getByRole('link', { name: 'Figures', exact: true }).click();
  await page.getByRole('link', { name: 'What do the five numbered points' }).click();
  await expect(page).toHaveURL(/\/figures\/textbook-trace\/$/);
  const figure = new Figure(page, 'textbook-trace');
  await figure.slider('First threshold').press('ArrowRight');
  await expect(figure.sentence).toContainText('threshold 17 reached');
  await figure.behind('Python');
  await expect(figure.root.getByRole('tabpanel')).toContainText('class TextbookTrace');
  await page.getByRole('main').getByRole('link', { name: 'When the buffer isn’t the limit' }).first().click();
  await expect(new Figure(page, 'textbook-trace').root).toBeVisible();
});

test('each figure has a page of its own, which the sitemap lists', () => {
  expect(PAGES.filter((path) => path.startsWith('figures/'))).toEqual([
    'figures/',
    ...ids.map((id) => `figures/${id}/`),
  ]);
});
