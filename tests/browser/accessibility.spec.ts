/** Every page, for everybody: what axe finds, headings, labels, narrow screens. */
import { LIGHT_AND_DARK, violations } from './axe';
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { tagOf } from './kinds';
import { CHAPTER, PAGES, WINDOWS } from './pages';

/** Of these there are many that differ in what they show, and not in how: once is enough for every change. */
const MANY = /^(book\/guide|figures|embed)\/./;
const ROLES = ['button', 'checkbox', 'combobox', 'link', 'radio', 'slider', 'spinbutton', 'tab', 'textbox'] as const;

/** Python starts when a page has come to rest, unless data is expensive. Nothing here asks it anything. */
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  ),
);

// The kit is for those who work on the book: no sitemap lists it.
const KIT = 'ui/';

for (const path of [...PAGES, KIT]) {
  test.describe(`/${path}`, { tag: path === KIT ? [] : tagOf(path) }, () => {
    for (const { name, tag, colorScheme, width, height } of LIGHT_AND_DARK) {
      test(`axe finds nothing (${name})`, { tag: MANY.test(path) ? tag : [] }, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height });
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        expect(await violations(page)).toEqual([]);
      });
    }

    test('headings are in order, every control has a name, and nothing is wider than the screen', async ({ page }) => {
      await page.goto(path);
      const levels = await page
        .getByRole('heading')
        .evaluateAll((all) => all.map((each) => Number(each.getAttribute('aria-level') ?? each.tagName[1])));
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [index, level] of levels.entries()) {
        if (index) expect(level, `heading ${index} of ${levels}`).toBeLessThanOrEqual(levels[index - 1]! + 1);
      }
      for (const role of ROLES) {
        await expect(page.getByRole(role, { name: /^\s*$/, exact: true }), `${role} without a name`).toHaveCount(0);
      }
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        // Figures draw themselves anew for another width.
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), `${width} px`)
          .toBeLessThanOrEqual(0);
      }
    });
  });
}

for (const { tag, colorScheme } of LIGHT_AND_DARK) {
  test(`axe finds nothing in an opened figure (${colorScheme})`, { tag }, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${WINDOWS}?textbook-trace.rounds=200`);
    const figure = new Figure(page, 'textbook-trace');
    await figure.cursor.focus();
    await page.keyboard.press('End');
    await figure.all();
    for (const help of await figure.root.getByRole('button', { name: /^About/ }).all()) await help.click();
    await figure.type('First threshold', '1000');
    await figure.behind('Data');
    for (const tab of await figure.root.getByRole('tab').all()) {
      await tab.click();
      await expect(figure.root.getByRole('tabpanel')).toHaveText(/\w{3}/);
      expect(await violations(page, '[data-experiment="textbook-trace"]')).toEqual([]);
    }
  });
}

test('the first key press offers a way past the navigation', async ({ page }) => {
  await page.goto(CHAPTER);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to main content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});
