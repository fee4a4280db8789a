/** With scripts off the book is a book: text and every figure's picture. */
import { expect, test } from './fixtures';
import { CHAPTER } from './pages';

test.use({ javaScriptEnabled: false });

for (const path of ['figures/send-buffer/', CHAPTER]) {
  for (const width of [1280, 390]) {
    test(`figures of /${path} are drawn at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      const figures = await page.locator('.experiment[data-experiment]').all();
      expect(figures.length).toBeGreaterThan(0);
      for (const figure of figures) {
        // On a phone a drawing stands alone.
        if (width < 600 && (await figure.locator('[data-below="true"]').count()) > 0) {
          const drawing = figure.locator('[role="img"]:visible').first();
          await expect(drawing).toHaveAccessibleName(/\w+/);
          expect(await drawing.locator('svg :is(rect, path)').count()).toBeGreaterThan(5);
          continue;
        }
        const pictures = figure.locator('svg[role="img"]:visible');
        await expect(pictures).toHaveCount(1);
        await expect(pictures).toHaveAccessibleName(/\w+/);
        const curves = await pictures
          .locator('[data-series] path')
          .evaluateAll((paths) => paths.map((p) => p.getAttribute('d')));
        expect(curves.length).toBeGreaterThan(0);
        expect(curves.every((curve) => curve && curve.length > 10)).toBe(true);
        const box = await pictures.boundingBox();
        expect(box!.x).toBeGreaterThanOrEqual(0);
        expect(box!.x + box!.width).toBeLessThanOrEqual(width);
        expect(box!.height).toBeGreaterThan(100);
      }
    });
  }
}
