/** A reader at a figure: drag, type, press keys, follow links. The textbook trace stands for all: it answers at once. */
import type { Locator } from '@playwright/test';
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { BETTING, CHAPTER, WINDOWS } from './pages';

const TRACE = 'textbook-trace';
const THRESHOLD = 'First threshold';

/** Pull a slider's thumb to a share of its track. */
async function drag(slider: Locator, share: number): Promise<void> {
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox())!;
  const { mouse } = slider.page();
  const [min, max, now] = await slider.evaluate((it: HTMLInputElement) => [+it.min, +it.max, +it.value] as const);
  await mouse.move(box.x + (box.width * (now - min)) / (max - min), box.y + box.height / 2);
  await mouse.down();
  await mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 8 });
  await mouse.up();
}

test.describe('a figure', () => {
  let figure: Figure;
  let built: string;

  test.beforeEach(async ({ page }) => {
    await page.goto(WINDOWS);
    figure = new Figure(page, TRACE);
    await figure.live();
    built = await figure.curves();
    expect(built.length).toBeGreaterThan(100);
  });

  test('dragging a slider with the mouse redraws the curve, keeps a ghost and fills the address', async ({ page }) => {
    await drag(figure.slider(THRESHOLD), 0.6);
    await expect.poll(() => figure.curves()).not.toBe(built);
    await figure.settled();
    await expect(figure.picture.locator('[data-role="ghost"]').first()).toBeAttached();
    const value = (): number => Number(figure.address()[`${TRACE}.ssthresh`]);
    await expect.poll(value).toBeGreaterThan(30);
    expect(value()).toBeLessThan(50);
    await expect(figure.sentence).toContainText('threshold');
    expect(page.url()).not.toContain('congestion-window.');
  });

  test('arrow keys move a slider', async () => {
    await figure.slider(THRESHOLD).focus();
    await figure.page.keyboard.press('ArrowRight');
    await expect.poll(() => figure.address()).toEqual({ [`${TRACE}.ssthresh`]: '17' });
    await expect(figure.sentence).toContainText('threshold 17 reached');
    expect(await figure.curves()).not.toBe(built);
    await figure.page.keyboard.press('ArrowLeft');
    await expect.poll(() => figure.address()).toEqual({});
    await figure.settled();
    expect(await figure.curves()).toBe(built);
  });

  test('arrow keys move the cursor, which says its values', async () => {
    await figure.cursor.focus();
    await figure.page.keyboard.press('Home');
    const start = await figure.cursor.getAttribute('aria-valuetext');
    for (let press = 0; press < 4; press++) await figure.page.keyboard.press('ArrowRight');
    await expect(figure.cursor).not.toHaveAttribute('aria-valuetext', start!);
    await expect(figure.cursor).toHaveAttribute('aria-valuetext', /16/);
    expect(await figure.curves()).toBe(built);
  });

  test('the mouse over the picture moves the cursor', async () => {
    await figure.cursor.scrollIntoViewIfNeeded();
    await figure.cursor.hover({ position: { x: 100, y: 20 } });
    const one = await figure.cursor.getAttribute('aria-valuenow');
    await figure.cursor.hover({ position: { x: 250, y: 20 } });
    expect(Number(await figure.cursor.getAttribute('aria-valuenow'))).toBeGreaterThan(Number(one));
  });

  test('a click leaves the cursor where it is, pointing elsewhere is only a look, Escape takes it away', async () => {
    const { cursor, page } = figure;
    const value = () => cursor.getAttribute('aria-valuenow').then(Number);
    const line = figure.root.locator('[data-view] svg[aria-hidden="true"] line');
    await cursor.scrollIntoViewIfNeeded();
    await cursor.click({ position: { x: 200, y: 40 } });
    const clicked = await value();
    expect(clicked).toBeGreaterThan(0);
    await cursor.hover({ position: { x: 300, y: 40 } });
    expect(await value()).toBeGreaterThan(clicked);
    await page.mouse.move(0, 0);
    await expect.poll(value).toBe(clicked);
    await expect(line.first()).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(line).toHaveCount(0);
  });

  test('a preset shows its run at once, says what to see and stands in the address', async () => {
    await figure.choose('Tahoe');
    await expect(figure.told).toContainText('Tahoe');
    await expect(figure.sentence).toContainText('(Tahoe)');
    await expect(figure.root.getByText('Without fast recovery')).toBeVisible();
    expect(await figure.curves()).not.toBe(built);
    await expect.poll(() => figure.address()).toEqual({ [`${TRACE}.variant`]: 'tahoe' });
    await figure.root.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect.poll(() => figure.curves()).toBe(built);
    await expect.poll(() => figure.address()).toEqual({});
  });

  test('a number can be typed', async () => {
    await figure.type(THRESHOLD, '40');
    await expect.poll(() => figure.address()).toEqual({ [`${TRACE}.ssthresh`]: '40' });
    await expect.poll(() => figure.curves()).not.toBe(built);
  });

  for (const wrong of ['1000', '2.5', 'many']) {
    test(`typing ${wrong} is answered with what is allowed`, async () => {
      const field = figure.field(THRESHOLD);
      await figure.type(THRESHOLD, wrong);
      const message = figure.root.getByText(/Allowed:/);
      await expect(message).toBeVisible();
      for (const part of [THRESHOLD, wrong, '2', '64']) await expect(message).toContainText(part);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      expect(await figure.curves()).toBe(built);
      expect(figure.address()).toEqual({});
      await figure.slider(THRESHOLD).press('ArrowRight');
      await expect(message).toBeHidden();
    });
  }

  test('every tab opens, by mouse and by keyboard', async () => {
    await figure.behind('Data');
    const tabs = await figure.root.getByRole('tab').all();
    expect(tabs.length).toBeGreaterThanOrEqual(3);
    for (const tab of tabs) {
      await tab.click();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      const panel = figure.root.getByRole('tabpanel');
      await expect(panel).toHaveCount(1);
      await expect(panel).toHaveText(/\w{3}/);
    }
    const before = await figure.root.getByRole('tab', { selected: true }).textContent();
    await figure.page.keyboard.press('ArrowLeft');
    await expect(figure.root.getByRole('tab', { selected: true })).not.toHaveText(before!);
  });

  test('the Python tab shows the very file', async () => {
    await figure.behind('Python');
    await expect(figure.root.getByRole('tabpanel')).toContainText('class TextbookTrace');
  });

  test('a copied address gives the same picture', async ({ page, context }) => {
    await figure.choose('Tahoe');
    await figure.slider(THRESHOLD).focus();
    await page.keyboard.press('PageUp');
    await expect.poll(() => figure.address()).toHaveProperty([`${TRACE}.ssthresh`]);
    await figure.settled();
    const drawn = await figure.curves();
    const copy = new Figure(await context.newPage(), TRACE);
    await copy.page.goto(page.url());
    await expect.poll(() => copy.curves()).toBe(drawn);
    await expect(copy.sentence).toHaveText((await figure.sentence.textContent())!);
  });

  test('figures of one page do not disturb each other', async ({ page }) => {
    const other = new Figure(page, 'congestion-window');
    const before = await other.curves();
    await figure.slider(THRESHOLD).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => figure.curves()).not.toBe(built);
    await figure.settled();
    expect(await other.curves()).toBe(before);
  });
});

for (const [chapter, name, label, tag] of [
  [CHAPTER, 'send-buffer', 'Send buffer', ['@full']],
  [BETTING, 'modern', 'Send buffer', ['@full']],
  [WINDOWS, 'congestion-window', 'Buffer', []],
] satisfies [string, string, string, string[]][]) {
  test(`${name}: the curve follows a drag, and the last move wins`, { tag }, async ({ page, context }) => {
    await page.goto(chapter);
    const figure = new Figure(page, name);
    // It opens with a bet.
    await figure.near();
    if (name === 'modern') await figure.button('No bet').click();
    await figure.live();
    const built = await figure.curves();
    const slider = figure.slider(label);
    await drag(slider, 0.9);
    await drag(slider, 0.3);
    await drag(slider, 0.6);
    await expect.poll(() => figure.curves()).not.toBe(built);
    await expect.poll(() => Object.keys(figure.address())).toHaveLength(1);
    await figure.settled();

    const alone = new Figure(await context.newPage(), name);
    const last = (await slider.getAttribute('aria-valuetext'))!;
    // The address follows the last move a moment later.
    await expect(async () => {
      await alone.page.goto(page.url());
      await expect(alone.slider(label)).toHaveAttribute('aria-valuetext', last, { timeout: 3000 });
    }).toPass();
    await figure.settled();
    await expect(alone.sentence).toHaveText((await figure.sentence.textContent())!);
    // The runs before are other ones, and as ghosts they have a say in how high the lanes are, not in how long.
    const alongTime = async (one: Figure) => (await one.curves()).replaceAll(/,[\d.]+/g, '');
    await expect.poll(() => alongTime(alone)).toBe(await alongTime(figure));
  });
}

test.describe('a link with a value that cannot be', () => {
  for (const [given, words] of [
    ['ssthresh=1000', [THRESHOLD, '1000', '2', '64']],
    ['ssthresh=soon', [THRESHOLD, 'soon', '2', '64']],
    ['variant=vegas', ['Algorithm', 'vegas', 'tahoe', 'reno']],
    ['speed=9', ['speed']],
    ['seed=x', ['seed', 'x']],
  ] as const) {
    test(`${given}: the default and a note`, async ({ page }) => {
      await page.goto(`${WINDOWS}?${TRACE}.${given}`);
      const figure = new Figure(page, TRACE);
      const note = figure.root.getByRole('status').filter({ hasText: /link/ });
      await expect(note).toBeVisible();
      for (const word of words) await expect(note).toContainText(word);
      await expect(figure.told).toContainText('The classic figure');
    });
  }

  test('what is right in it still holds', async ({ page }) => {
    await page.goto(`${WINDOWS}?${TRACE}.ssthresh=1000&${TRACE}.variant=tahoe`);
    const figure = new Figure(page, TRACE);
    await expect(figure.told).toContainText('Tahoe');
    await expect(figure.sentence).toContainText('(Tahoe)');
  });
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger drags a slider, and the page does not scroll meanwhile', async ({ page }) => {
    await page.goto(WINDOWS);
    const figure = new Figure(page, TRACE);
    await figure.live();
    await figure.view.selectOption('Curves');
    const built = await figure.curves();
    const slider = figure.slider(THRESHOLD);
    await slider.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await slider.boundingBox())!;
    const touch = await page.context().newCDPSession(page);
    const point = (share: number) => [{ x: x + width * share, y: y + height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0.25) });
    for (const share of [0.35, 0.45, 0.55, 0.65]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(share) });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect.poll(() => figure.curves()).not.toBe(built);
    await expect.poll(() => Number(figure.address()[`${TRACE}.ssthresh`])).toBeGreaterThan(30);
    // It stays under the finger, even where something above it has grown.
    expect((await slider.boundingBox())!.y).toBeCloseTo(y, 0);
  });

  test('a tap on the picture puts the cursor there', async ({ page }) => {
    await page.goto(WINDOWS);
    const figure = new Figure(page, TRACE);
    await figure.live();
    await figure.view.selectOption('Curves');
    await figure.cursor.scrollIntoViewIfNeeded();
    const start = Number(await figure.cursor.getAttribute('aria-valuenow'));
    await figure.cursor.tap({ position: { x: 150, y: 40 } });
    await expect.poll(async () => Number(await figure.cursor.getAttribute('aria-valuenow'))).toBeGreaterThan(start);
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing on the page moves by itself', async ({ page }) => {
    for (const path of ['', CHAPTER]) {
      await page.goto(path);
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter((animation) => animation.playState === 'running')
          .map((animation) => (animation.effect as KeyframeEffect).target?.className),
      );
      expect(moving).toEqual([]);
    }
  });
});

test('random losses can be rolled again, and the address holds the roll', async ({ page }) => {
  await page.goto(WINDOWS);
  const figure = new Figure(page, 'congestion-window');
  await figure.live();
  await figure.all();
  const again = figure.button('another run');
  await expect(again).toBeDisabled();
  await figure.choose('One per cent lost');
  const first = (await figure.sentence.textContent())!;
  await again.click();
  await expect.poll(() => figure.address()).toHaveProperty(['congestion-window.seed'], '2');
  await expect(figure.sentence).not.toHaveText(first);
  await expect(figure.told).toContainText('One per cent lost');
  await figure.choose('One per cent lost');
  await expect.poll(() => figure.address()).not.toHaveProperty(['congestion-window.seed']);
  await expect(figure.sentence).toHaveText(first);
});

test('Reset has nothing to do at an untouched figure', async ({ page }) => {
  await page.goto(WINDOWS);
  for (const name of ['congestion-window', TRACE]) await expect(new Figure(page, name).button('Reset')).toBeDisabled();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the picture stays in sight while the controls are moved', async ({ page }) => {
    await page.goto(CHAPTER);
    const figure = new Figure(page, 'send-buffer');
    await figure.live();
    await figure.all();
    const slider = figure.slider('Round-trip time');
    await slider.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await expect(slider).toBeInViewport();
    await expect(figure.root.getByRole('img').first()).toBeInViewport({ ratio: 0.9 });
  });

  test('a control reached by keys is not behind the picture', async ({ page }) => {
    await page.goto(CHAPTER);
    const figure = new Figure(page, 'send-buffer');
    await figure.all();
    await figure.slider('Time shown').focus();
    for (let press = 0; press < 16; press++) {
      await page.keyboard.press('Shift+Tab');
      const isSeen = await page.evaluate(() => {
        const { x, y, width, height } = document.activeElement!.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return document.activeElement!.contains(top);
      });
      expect(isSeen, `after ${press + 1} steps back`).toBe(true);
    }
  });
});
