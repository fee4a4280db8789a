/** A drawing that comes into sight: it plays once by itself, and never where a reader would not want it. */
import type { Page } from '@playwright/test';
import { Figure } from './figure';
import { expect, test } from './fixtures';

/** Of each kind: a drawing with buttons of its own, and one that the cursor goes through. */
const FIGURES = { pipe: 'send-buffer', scene: 'bufferbloat', ladder: 'retransmission-timeout' };

class MovingFigure extends Figure {
  static async at(page: Page, id: string): Promise<MovingFigure> {
    await page.goto(`figures/${id}/`);
    const figure = new MovingFigure(page, id);
    await figure.near();
    return figure;
  }

  /** Where its clock stands: the time of the transport, or the cursor's. */
  time(): Promise<number> {
    return this.root.evaluate((figure) => {
      const transport = figure.querySelector<HTMLInputElement>('[data-plays] input[type="range"]');
      const cursor = figure.querySelector('[role="slider"][aria-label^="Cursor"]');
      return Number(transport?.value ?? cursor?.getAttribute('aria-valuenow'));
    });
  }

  /** How many times it is seen elsewhere than just before, in so many looks a tenth of a second apart. */
  async moves(looks = 8): Promise<number> {
    let moved = 0;
    let last = await this.time();
    for (let look = 0; look < looks; look++) {
      await this.page.waitForTimeout(100);
      const now = await this.time();
      if (now !== last) moved++;
      last = now;
    }
    return moved;
  }
}

for (const [kind, id] of Object.entries(FIGURES)) {
  test(`a ${kind} plays once, and stands again where it stood`, async ({ page }) => {
    const figure = await MovingFigure.at(page, id);
    await figure.live();
    const rest = await figure.time();
    await expect.poll(() => figure.time()).not.toBe(rest);
    await expect.poll(() => figure.time(), { timeout: 30_000 }).toBe(rest);
    expect(await figure.moves(20)).toBe(0);
  });
}

test('a touch anywhere in the figure stops it for good', async ({ page }) => {
  const figure = await MovingFigure.at(page, FIGURES.scene);
  await expect.poll(() => figure.moves(3)).toBeGreaterThan(0);
  await figure.root.click({ position: { x: 6, y: 6 } });
  expect(await figure.moves(20)).toBe(0);
});

test('its own button pauses it', async ({ page }) => {
  const figure = await MovingFigure.at(page, FIGURES.scene);
  await expect.poll(() => figure.moves(3)).toBeGreaterThan(0);
  await figure.button('Pause').click();
  await expect(figure.button('Play')).toBeVisible();
  expect(await figure.moves()).toBe(0);
});

test('nothing moves for readers who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const id of Object.values(FIGURES)) {
    const figure = await MovingFigure.at(page, id);
    await figure.live();
    expect(await figure.moves(25)).toBe(0);
  }
});

test('of several in sight one moves at a time; none out of sight', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 2400 });
  await page.goto('book/windows/why-slow/');
  const names = await page.locator('[data-experiment]').evaluateAll((all) => {
    return all.map((each) => each.getAttribute('data-experiment')!);
  });
  const figures = names.map((name) => new MovingFigure(page, name));
  for (let y = 0; y < 3; y++) {
    await page.mouse.wheel(0, 1200);
    for (let look = 0; look < 10; look++) {
      const before = await Promise.all(figures.map((each) => each.time()));
      await page.waitForTimeout(120);
      const after = await Promise.all(figures.map((each) => each.time()));
      const moving = before.filter((time, i) => !Object.is(time, after[i]));
      expect(moving.length).toBeLessThanOrEqual(1);
    }
  }
});
