/** A reader who bets before looking: with the mouse, by keys, and again another day. */
import type { Page } from '@playwright/test';
import { cpython } from '../command-line';
import { violations } from './axe';
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { BETTING, CHAPTER, WINDOWS } from './pages';

/** In the pipe of the setting that the questions about send buffers start from. */
const PREMISE = 'send buffer: 17.4 kB';

class BettingFigure extends Figure {
  readonly place = this.button('Place your bet');
  readonly reveal = this.button('Reveal');
  readonly score = this.root.getByText(/\d+ of 100 points\./);
  /** The drawing that moves, with what is written in it. */
  readonly drawing = this.root.locator('[data-plays]');
  readonly answer = this.root.getByRole('group', { name: 'Your bet' });
  readonly surface = this.root.getByRole('slider', { name: /^Your curve/ });
  readonly drawn = this.root.locator('[data-bet="drawn"]');

  static async on(page: Page, name: string): Promise<BettingFigure> {
    await page.goto({ 'send-buffer': CHAPTER, modern: BETTING }[name] ?? WINDOWS);
    const figure = new BettingFigure(page, name);
    await figure.near();
    return figure;
  }

  /** Draw through points given as shares of the lane, from its lower left corner. */
  async draw(...points: [number, number][]): Promise<void> {
    await this.surface.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await this.surface.boundingBox())!;
    const { mouse } = this.page;
    for (const [i, [right, up]] of points.entries()) {
      await mouse.move(x + width * right, y + height * (1 - up), { steps: 4 });
      if (i === 0) await mouse.down();
    }
    await mouse.up();
  }

  /** Where the picture begins in the page, and how high the whole figure is. */
  stands(): Promise<{ top: number; height: number }> {
    return this.root.evaluate((figure) => {
      const pictures = [...figure.querySelectorAll('[data-plays], [data-view]')];
      const picture = pictures.find((each) => each.getClientRects().length > 0)!;
      return { top: picture.getBoundingClientRect().top + scrollY, height: figure.getBoundingClientRect().height };
    });
  }

  /** Path data of the run's curves, gaps left out. */
  async truth(): Promise<string> {
    return (await this.curves()).replaceAll('null', '').trim();
  }
}

test.describe('a curve', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('is drawn with the mouse, laid beside the truth, and its score outlives a reload', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'congestion-window');
    await figure.place.click();
    await expect(figure.root.getByText(/draw its window/)).toBeVisible();
    expect(await figure.truth()).toBe('');
    await expect(figure.sentence).toHaveCount(0);
    await expect(figure.root.getByText('Goodput')).toHaveCount(0);
    await expect(figure.reveal).toBeDisabled();

    await figure.draw(
      [0.01, 0.1],
      [0.03, 0.6],
      [0.05, 0.17],
      [0.3, 0.34],
      [0.31, 0.17],
      [0.6, 0.34],
      [0.61, 0.17],
      [0.99, 0.3],
    );
    const bet = await figure.drawn.getAttribute('d');
    expect(bet!.split('L').length).toBeGreaterThan(50);
    await figure.reveal.click();

    await expect(figure.score).toHaveText(/Off by [\d.]+% of the range: \d+ of 100 points\./);
    const points = Number(/(\d+) of 100/.exec((await figure.score.textContent())!)![1]);
    expect(points).toBeGreaterThan(40);
    expect((await figure.truth()).length).toBeGreaterThan(1000);
    await expect(figure.drawn).toHaveAttribute('d', bet!);
    await expect(figure.answer).toContainText('window');

    await figure.button('Done').click();
    await expect(figure.place).toBeFocused();
    const history = figure.root.getByText(`Your bets here: 1, best ${points}`);
    await expect(history).toBeVisible();
    await page.reload();
    await expect(history).toBeVisible();
    await figure.button('Forget them').click();
    await expect(history).toBeHidden();
    await page.reload();
    await figure.live();
    await expect(history).toBeHidden();
  });

  test('is set by keys, and says where it stands', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'textbook-trace');
    await figure.place.focus();
    await page.keyboard.press('Enter');
    await expect(figure.answer).toBeFocused();
    // What is given may be seen.
    await expect(figure.picture.locator('[data-series="ssthresh"] path').first()).toHaveAttribute('d', /\d/);
    await figure.surface.focus();
    const start = Number(await figure.surface.getAttribute('aria-valuenow'));
    await page.keyboard.press('ArrowDown');
    expect(Number(await figure.surface.getAttribute('aria-valuenow'))).toBeLessThan(start);
    await expect(figure.surface).toHaveAttribute('aria-valuetext', /segments at/);
    const first = await figure.surface.getAttribute('aria-valuetext');
    for (let stop = 0; stop < 6; stop++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('PageUp');
    await expect(figure.surface).not.toHaveAttribute('aria-valuetext', first!);
    await page.keyboard.press('End');
    await page.keyboard.press('PageDown');
    expect(await violations(page)).toEqual([]);

    await figure.reveal.focus();
    await page.keyboard.press('Enter');
    await expect(figure.score).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test('at a setting that no preset has waits for the model', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'send-buffer');
    await figure.place.click();
    await figure.button('Next bet').click();
    await figure.button('Next bet').click();
    await expect(figure.root.getByText(/draw the bytes/)).toBeVisible();
    await figure.surface.waitFor();
    expect(await figure.truth()).toBe('');
    await figure.draw([0, 0], [1, 0.7]);
    await figure.reveal.click();
    await expect(figure.score).toBeVisible();
    await expect.poll(() => figure.address()).toEqual({ 'send-buffer.show': '100' });
  });
});

test.describe('a number', () => {
  test('is asked before the picture that stood; without a bet all is as it was', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'send-buffer');
    await figure.live();
    const [before, sentence] = [await figure.curves(), (await figure.sentence.textContent())!];
    await figure.place.click();
    await expect(figure.root.getByText(/How long with 64/)).toBeVisible();
    await expect(figure.drawing).toContainText(PREMISE);
    await expect(figure.sentence).toHaveCount(0);
    await figure.button('No bet').click();
    await expect(figure.place).toBeFocused();
    await expect(figure.sentence).toHaveText(sentence);
    expect(await figure.curves()).toBe(before);
    await expect.poll(() => figure.address()).toEqual({});
  });

  test('can be typed, and is compared with the truth', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'send-buffer');
    await figure.place.click();
    const field = figure.field('Your bet');
    await field.fill('80000 ms');
    await field.press('Enter');
    await expect(figure.root.getByText(/Allowed:/)).toBeVisible();
    await expect(figure.reveal).toBeDisabled();
    await field.fill('7.1 s');
    await field.press('Enter');
    await figure.reveal.click();
    // The laboratory measured 7.3 s.
    await expect(figure.score).toHaveText(/(100|99) of 100 points/);
    await expect(figure.told).toHaveCount(0);
    await figure.button('Done').click();
    await expect(figure.told).toContainText('Four times the buffer, as found');
  });

  test('is dragged along its axis, and lies there beside the truth', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'send-buffer');
    await figure.place.click();
    const marker = figure.slider('Your bet: Transfer time');
    const start = Number(await marker.getAttribute('aria-valuenow'));
    const { x, y, width, height } = (await marker.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 80, y + height / 2, { steps: 4 });
    await page.mouse.up();
    expect(Number(await marker.getAttribute('aria-valuenow'))).toBeLessThan(start);
    await marker.press('ArrowLeft');
    await expect(figure.field('Your bet')).toHaveValue((await marker.getAttribute('aria-valuetext'))!);
    await figure.reveal.click();
    await expect(figure.answer).toContainText('your bet');
    await expect(figure.answer).toContainText('7.08');
    await expect(figure.answer).toContainText(/took/);
  });

  test('is asked before the setting that its question names, whatever the figure shows', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'send-buffer');
    await figure.live();
    await expect(figure.drawing).toContainText(PREMISE);
    await figure.choose('Modern kernel');
    await expect(figure.drawing).not.toContainText(PREMISE);
    await figure.place.click();
    await expect(figure.drawing).toContainText(PREMISE);
    await figure.button('Next bet').click();
    await expect(figure.drawing).toContainText(PREMISE);
    await figure.button('No bet').click();
    await expect(figure.drawing).not.toContainText(PREMISE);
  });

  test('leaves no ghost of what was not revealed, however it ends', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'send-buffer');
    await figure.live();
    const ghost = figure.root.locator('[data-role="ghost"]');
    for (const end of ['No bet', 'Reset']) {
      await figure.place.click();
      await figure.button('Next bet').click();
      await figure.button(end).click();
      await expect(figure.place).toBeVisible();
      await expect(ghost).toHaveCount(0);
      await expect(figure.root).not.toContainText('before your change');
    }
    // A run that was seen is laid behind the next one.
    await figure.choose('Modern kernel');
    await expect(ghost).not.toHaveCount(0);
  });

  test('Reset ends a bet', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'send-buffer');
    await figure.place.click();
    await figure.button('Reset').click();
    await expect(figure.place).toBeVisible();
    await expect(figure.sentence).toContainText('22');
  });
});

test.describe('a figure that opens with a bet', () => {
  test('shows nothing of the answer until the reader has bet; then it opens as any other', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'modern');
    await expect(figure.reveal).toBeVisible();
    await expect(figure.drawing).toContainText(PREMISE);
    const { summary } = JSON.parse(cpython('run', 'send-buffer', '--preset', 'modern-kernel', '--json'));
    // Bet above: the truth is the upper edge, where runs differ.
    const { value, band = [value, value] } = summary.transfer_time;
    const truth = String(Number(band[1].toPrecision(3)));
    await expect(figure.root).not.toContainText(truth);
    expect(await violations(page)).toEqual([]);
    await figure.slider('Your bet: Transfer time').press('PageUp');
    await figure.reveal.click();
    await expect(figure.score).toBeVisible();
    await expect(figure.root).toContainText(truth);
    await page.reload();
    await expect(figure.sentence).toContainText('took');
    await expect(figure.place).toBeVisible();
  });

  test('does not stand in the way of a link', async ({ page }) => {
    await page.goto(`${BETTING}?modern.rtt=30`);
    const figure = new BettingFigure(page, 'modern');
    await expect(figure.place).toBeVisible();
    await expect(figure.sentence).toBeVisible();
  });

  test('is opened from the text', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'modern');
    await figure.button('No bet').click();
    await page.getByRole('button', { name: 'Place your bet in the figure' }).click();
    await expect(figure.reveal).toBeInViewport();
  });
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger draws, and the page does not scroll meanwhile', async ({ page }) => {
    const figure = await BettingFigure.on(page, 'congestion-window');
    await figure.live();
    await figure.place.click();
    await figure.surface.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await figure.surface.boundingBox())!;
    const touch = await page.context().newCDPSession(page);
    const point = (right: number, up: number) => [{ x: x + width * right, y: y + height * (1 - up) }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0.1, 0.9) });
    for (const share of [0.3, 0.5, 0.7, 0.9])
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(share, 1 - share) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(figure.drawn).toHaveAttribute('d', /L.*L.*L/);
    // It stays under the finger, even where something above it has grown.
    expect((await figure.surface.boundingBox())!.y).toBeCloseTo(y, 0);
    await figure.reveal.click();
    await expect(figure.score).toBeVisible();
  });
});

test('a curve can be listened to: the cursor goes along, and it can be stopped', async ({ page }) => {
  const figure = await BettingFigure.on(page, 'textbook-trace');
  await figure.more('Listen to a curve');
  await expect(figure.button('Stop')).toBeVisible();
  await expect.poll(async () => Number(await figure.cursor.getAttribute('aria-valuenow'))).toBeGreaterThan(3);
  await figure.button('Stop').click();
  await expect(figure.button('Listen to')).toBeVisible();
});

test('where there is no sound, a word says so', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'AudioContext', { value: undefined }));
  const figure = await BettingFigure.on(page, 'textbook-trace');
  await figure.more('Listen to a curve');
  await expect(figure.root.getByText('This browser can’t play sound here.')).toBeVisible();
});

for (const [screen, viewport] of Object.entries({
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
})) {
  test.describe(`on a ${screen}`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    for (const id of ['send-buffer', 'bufferbloat', 'slow-start', 'retransmission-timeout']) {
      test(`at the reveal nothing of ${id} moves`, async ({ page }) => {
        await page.goto(`figures/${id}/`);
        const figure = new BettingFigure(page, id);
        await figure.place.click();
        for (let bet = 0; bet < 2; bet++) {
          const marker = figure.root.getByRole('slider', { name: /^Your (bet|curve): / });
          await marker.press('PageUp');
          await expect(figure.reveal).toBeEnabled();
          const before = await figure.stands();
          await figure.reveal.click();
          await expect(figure.score).toBeVisible();
          const after = await figure.stands();
          expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(1);
          expect(Math.abs(after.height - before.height)).toBeLessThanOrEqual(1);
          expect(after.height).toBeLessThanOrEqual(screen === 'phone' ? 720 : 640);
          await figure.button('Next bet').click();
        }
      });
    }
  });
}
