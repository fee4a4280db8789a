/** The book's face: one number, a pipe that plays, one edge to drag, a race, and the laboratory behind it. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe';
import { Figure } from './figure';
import { expect, test } from './fixtures';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

class Front {
  readonly root: Locator;
  readonly edge: Locator;

  constructor(readonly page: Page) {
    this.root = page.locator('[data-front]');
    this.edge = this.root.getByRole('slider', { name: /drag its edge/ });
  }

  get head(): Locator {
    return this.root.locator('figcaption');
  }

  get hint(): Locator {
    return this.root.getByText('drag me');
  }

  /** Seconds of this connection and of the line, as they stand at their bars. */
  async seconds(): Promise<number[]> {
    return (await this.root.locator('[data-bar] [data-label="time"]').allTextContents()).map(parseFloat);
  }

  /** A picture of what moves in the pipe. */
  frame(): Promise<string> {
    return this.root.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  }
}

async function open(page: Page): Promise<Front> {
  await page.goto('');
  const front = new Front(page);
  await front.edge.waitFor();
  return front;
}

test('the numbers are the model’s, and agree with the words around them', async ({ page }) => {
  const front = await open(page);
  await expect(front.head).toContainText('25.9 s');
  await expect(front.head).toContainText('93% of the line idle');
  expect(await page.getByRole('main').innerText()).not.toMatch(/\b25 s|twenty-five/);
  await expect(front.root).toHaveAccessibleName('Why does a 22 MB result take 26 s on a 100 Mbit/s line?');
});

test('both race over the same seconds; the line is there first', async ({ page }) => {
  const front = await open(page);
  await expect.poll(async () => (await front.seconds())[1]).toBe(1.84);
  const [here] = await front.seconds();
  expect(here).toBeGreaterThan(1.8);
  expect(here).toBeLessThan(25.9);
  const share = await front.root
    .locator('[data-bar="here"]')
    .evaluate((bar) => Number(bar.style.getPropertyValue('--gone')));
  expect(share).toBeCloseTo(here! / 25.9, 1);
});

test('the pipe moves until it is told to stand still', async ({ page }) => {
  const front = await open(page);
  const first = await front.frame();
  await expect.poll(() => front.frame()).not.toBe(first);
  await front.root.getByRole('button', { name: 'Pause' }).click();
  const [stood, seconds] = [await front.frame(), await front.seconds()];
  await page.waitForTimeout(500);
  expect(await front.frame()).toBe(stood);
  expect(await front.seconds()).toEqual(seconds);
  await front.root.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => front.frame()).not.toBe(stood);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves unasked', async ({ page }) => {
    const front = await open(page);
    const first = await front.frame();
    await page.waitForTimeout(700);
    expect(await front.frame()).toBe(first);
    expect(await front.seconds()).toEqual([25.9, 1.84]);
    await front.root.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => front.frame()).not.toBe(first);
  });
});

test('the edge is dragged by a mouse, and its hint goes away', async ({ page }) => {
  const front = await open(page);
  await expect(front.hint).toBeVisible();
  const box = (await front.edge.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x - 120, box.y + 20, { steps: 8 });
  await page.mouse.up();
  await expect(front.hint).toHaveCount(0);
  await expect.poll(async () => parseFloat(await front.head.innerText())).toBeLessThan(5);
});

test('and by keys, to where both are nearly as fast', async ({ page }) => {
  const front = await open(page);
  await front.edge.focus();
  const before = Number(await front.edge.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => Number(await front.edge.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
  for (let i = 0; i < 40 && Number(await front.edge.getAttribute('aria-valuenow')) < 256 << 10; i++)
    await page.keyboard.press('PageUp');
  await expect.poll(async () => parseFloat(await front.head.innerText())).toBeLessThan(2.5);
  await expect.poll(async () => (await front.seconds())[0]).toBeLessThan(2.5);
});

test('opens the laboratory at the same state, and so does its address', async ({ page }) => {
  const front = await open(page);
  await front.edge.focus();
  await page.keyboard.press('PageUp');
  const value = await front.edge.getAttribute('aria-valuenow');
  await front.root.getByRole('link', { name: 'Open the laboratory' }).click();
  const figure = new Figure(page, 'send-buffer');
  await figure.cursor.waitFor();
  await expect(front.root).toHaveCount(0);
  await expect(figure.root).toBeFocused();
  expect(figure.address()['send-buffer.sndbuf']).toBe(value);
  await page.reload();
  await figure.cursor.waitFor();
  await expect(figure.slider('Send buffer')).toHaveAttribute('aria-valuetext', /KiB/);
  await expect(front.root).toHaveCount(0);
});

test('an old link to the home page opens the figure that it speaks of', async ({ page }) => {
  await page.goto('?send-buffer.sndbuf=65536&send-buffer.view=ladder');
  const figure = new Figure(page, 'send-buffer');
  await figure.cursor.waitFor();
  await expect(figure.view).toHaveValue('ladder');
  await expect(figure.sentence).toContainText('64 KiB');
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a finger drags the edge', async ({ page }) => {
    const front = await open(page);
    await front.edge.scrollIntoViewIfNeeded();
    const box = (await front.edge.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + 30];
    const client = await page.context().newCDPSession(page);
    const touch = (type: string, at?: number): Promise<unknown> =>
      client.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: at === undefined ? [] : [{ x: at, y }],
      });
    await touch('touchStart', x);
    for (let i = 1; i <= 6; i++) await touch('touchMove', x - 8 * i);
    await touch('touchEnd');
    await expect(front.hint).toHaveCount(0);
    await expect.poll(async () => parseFloat(await front.head.innerText())).toBeLessThan(10);
  });

  for (const width of [390, 320])
    test(`all of it is as wide as a screen of ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      const front = await open(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const canvas = (await front.root.locator('canvas').boundingBox())!;
      expect(canvas.height).toBeGreaterThanOrEqual(170);
    });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('stands the picture, the sentence and a link', async ({ page }) => {
    await page.goto('');
    const front = new Front(page);
    await expect(front.head).toContainText('25.9 s');
    await expect(front.root.locator('svg').filter({ visible: true }).first()).toBeVisible();
    await expect(front.root).toContainText('With a send buffer of 16 KiB');
    expect(await front.seconds()).toEqual([25.9, 1.84]);
    await expect(front.hint).toHaveCount(0);
    await expect(front.root.getByRole('link', { name: 'Open the laboratory' })).toHaveAttribute(
      'href',
      /\/figures\/send-buffer\/$/,
    );
  });
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('axe finds nothing', async ({ page }) => {
      const front = await open(page);
      await front.root.getByRole('button', { name: 'Pause' }).click();
      expect(await violations(page, '[data-front]')).toEqual([]);
    });
  });
