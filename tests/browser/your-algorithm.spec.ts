/** The race: a reader's code, what it does beside it, and a file that no preset overwrites. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe';
import { Figure } from './figure';
import { expect, test } from './fixtures';

const FIXED = 'def init(cc):\n    cc.cwnd = 30\n';

class Race extends Figure {
  readonly editor: Locator = this.root.locator('.cm-content');
  readonly pipes: Locator = this.root.getByRole('img', { name: /^Race\. score out of 100: yours/ });

  constructor(page: Page) {
    super(page, 'your-algorithm');
  }

  /** Of 100, as the race has it. */
  async mine(): Promise<number> {
    return Number(/yours (\d+)/.exec((await this.pipes.getAttribute('aria-label'))!)![1]);
  }
}

async function open(page: Page): Promise<Race> {
  await page.goto('figures/your-algorithm/');
  const race = new Race(page);
  await race.editor.waitFor();
  return race;
}

test('runs again when the reader stops typing', async ({ page }) => {
  const race = await open(page);
  const before = await race.mine();
  await race.editor.fill(FIXED);
  await expect(race.root.getByText('Not run yet')).toBeVisible();
  await expect.poll(() => race.mine(), { timeout: 60_000 }).toBeGreaterThan(before + 20);
  expect(await race.pipes.getAttribute('aria-label')).toMatch(/BBR \d+, Reno \d+, CUBIC \d+$/);
});

test('after a mistake the last good race stays', async ({ page }) => {
  const race = await open(page);
  const before = await race.pipes.getAttribute('aria-label');
  await race.editor.fill('def on_ack(cc, ack)\n    pass');
  await expect(race.root.getByRole('alert').filter({ visible: true })).toContainText('line 1', { timeout: 60_000 });
  expect(await race.pipes.getAttribute('aria-label')).toBe(before);
});

test('no preset overwrites what the reader wrote, not even after a while', async ({ page }) => {
  const race = await open(page);
  await expect(race.button('Yours')).toBeDisabled();
  await race.editor.fill(FIXED);
  await expect(race.button('Yours')).toHaveAttribute('aria-pressed', 'true');
  await race.choose('Too greedy');
  await expect(race.editor).not.toContainText('cc.cwnd = 30');
  await expect(race.button('Yours')).toHaveAttribute('aria-pressed', 'false');

  // What is made of the book's code is another thing until it is kept.
  await race.editor.fill('def init(cc):\n    cc.cwnd = 7\n');
  await expect(race.root.getByText('Not saved')).toBeVisible();
  await race.button('Yours').click();
  await expect(race.editor).toContainText('cc.cwnd = 30');

  await race.choose('Yours is Reno');
  await page.goto('figures/your-algorithm/');
  await race.editor.waitFor();
  await expect(race.editor).not.toContainText('cc.cwnd = 30');
  await race.button('Yours').click();
  await expect(race.editor).toContainText('cc.cwnd = 30');
});

for (const { name, width, height, tallest } of [
  { name: 'a desktop', width: 1440, height: 900, tallest: 640 },
  { name: 'a phone', width: 390, height: 844, tallest: 720 },
])
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' } });

    test('code and race fit the screen, and neither hides the other', async ({ page }) => {
      const race = await open(page);
      expect((await race.root.boundingBox())!.height).toBeLessThanOrEqual(tallest);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const [pipes, code] = [(await race.pipes.boundingBox())!, (await race.root.locator('.cm-editor').boundingBox())!];
      expect(pipes.height).toBeLessThanOrEqual(200);
      if (width > 1000) expect(code.x + code.width).toBeLessThan(pipes.x);
      else expect(pipes.y + pipes.height).toBeLessThan(code.y);
      expect(await violations(page, '[data-experiment]')).toEqual([]);
    });
  });

test('its curves are another view, as links have it', async ({ page }) => {
  await page.goto('figures/your-algorithm/?your-algorithm.view=bars');
  const race = new Race(page);
  await race.editor.waitFor();
  await expect(race.view).toHaveValue('bars');
  await expect(race.root.getByRole('img', { name: /^Your own algorithm/ })).toBeVisible();
});
