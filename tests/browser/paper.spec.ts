/** What is printed: pictures, numbers and words, and nothing that could only be clicked. */
import { expect, test } from './fixtures';
import { CHAPTER } from './pages';

test.use({ viewport: { width: 794, height: 1123 }, contextOptions: { reducedMotion: 'reduce' } });

for (const path of [CHAPTER, 'book/congestion/your-algorithm/', 'figures/bufferbloat/', ''])
  test(`/${path} reads well on paper`, async ({ page }) => {
    await page.goto(path);
    await page.emulateMedia({ media: 'print' });
    for (const figure of await page.locator('figure.experiment, .small-figure').all()) {
      // As it comes to life near the reader it takes its own place.
      await expect(() => figure.scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
      await expect(figure.locator('svg:visible').first()).toBeVisible();
      const isAsked = (await figure.locator('[data-bet]').count()) > 0;
      if (!isAsked) await expect(figure.locator('[aria-live]:visible').first()).toHaveText(/\d/);
      // What is chosen of a few stays: it says how the run was made.
      const active = figure.locator('button:visible, input:not([type="radio"], [type="checkbox"]):visible');
      expect(await active.allTextContents()).toEqual([]);
    }
    await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
    // Nothing can be scrolled on paper.
    const cut = await page.locator('figure.experiment *, .small-figure *').evaluateAll((all) =>
      all
        .filter((each) => getComputedStyle(each).overflowX !== 'visible' && each.getClientRects().length > 0)
        .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
        .map((each) => `${each.tagName} ${each.className} ${each.textContent?.slice(0, 40)}`),
    );
    expect(cut).toEqual([]);
  });
