/** A run that takes long: what is said of it, and how it is stopped. 1 Gbit/s for two minutes is more than anyone waits for. */
import { violations } from './axe';
import { Figure } from './figure';
import { expect, test } from './fixtures';

const NAME = 'congestion-window';
const ADDRESS = `embed/${NAME}/?${NAME}.rate=1000&${NAME}.rtt=100&${NAME}.buffer=5000&${NAME}.duration=120`;

const hold = (figure: Figure, name: 'Stop' | 'Resume') => figure.root.getByRole('button', { name });
const done = async (figure: Figure): Promise<number> =>
  Number(await figure.root.getByRole('progressbar').getAttribute('aria-valuenow'));

test('it can be stopped, keeps what it has drawn, and goes on', async ({ page }) => {
  await page.goto(ADDRESS);
  const figure = new Figure(page, NAME);
  const before = await figure.sentence.textContent();
  await hold(figure, 'Stop').click();
  await expect(figure.root.getByText(/^stopped at .* of 120/)).toBeVisible();
  await expect(figure.sentence).toContainText('before the end');
  await expect(figure.sentence).not.toHaveAttribute('aria-busy', 'true');
  const drawn = await figure.curves();
  expect(drawn).toMatch(/M.*L/);
  const at = await done(figure);
  // What was on its way when it was stopped is there by now.
  await expect(hold(figure, 'Resume')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  expect(await done(figure)).toBeLessThanOrEqual(at + 1);

  await page.keyboard.press('Enter');
  await expect(hold(figure, 'Stop')).toBeVisible();
  await expect(figure.sentence).toContainText('hasn’t finished yet');
  await expect.poll(() => figure.curves()).not.toBe(drawn);

  // Whatever else is asked for takes its place.
  await figure.button('Reset').click();
  await expect(figure.sentence).toHaveText(before!);
  await expect(hold(figure, 'Stop')).toHaveCount(0);
  await expect(figure.root.getByRole('progressbar')).toHaveCount(0);
});

test('Escape stops it, the axis is the whole one, and a slider that moves drops it', async ({ page }) => {
  await page.goto(ADDRESS);
  const figure = new Figure(page, NAME);
  await hold(figure, 'Stop').waitFor();
  await figure.all();
  await expect(figure.picture.getByText('120', { exact: true })).toBeAttached();
  await figure.slider('Duration').press('Escape');
  await expect(hold(figure, 'Resume')).toBeVisible();
  for (const [label, value] of [
    ['Line rate', '2'],
    ['Duration', '2'],
  ] as const) {
    await figure.type(label, value);
  }
  await expect(hold(figure, 'Resume')).toHaveCount(0);
  await figure.settled();
  await expect(figure.sentence).toContainText('Mbit/s');
});

test('the page does not move for it', async ({ page }) => {
  await page.goto(ADDRESS);
  const figure = new Figure(page, NAME);
  await figure.live();
  const height = await figure.root.evaluate((root) => root.clientHeight);
  await hold(figure, 'Stop').waitFor();
  expect(await figure.root.evaluate((root) => root.clientHeight)).toBe(height);
  await hold(figure, 'Stop').click();
  expect(await figure.root.evaluate((root) => root.clientHeight)).toBe(height);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, contextOptions: { reducedMotion: 'reduce' } });

  test('the button is in sight with the controls', async ({ page }) => {
    await page.goto(ADDRESS);
    const figure = new Figure(page, NAME);
    await hold(figure, 'Stop').waitFor();
    await figure.all();
    await figure.slider('Duration').evaluate((slider) => slider.scrollIntoView({ block: 'end' }));
    await expect(hold(figure, 'Stop')).toBeInViewport({ ratio: 1 });
    await hold(figure, 'Stop').tap();
    await expect(hold(figure, 'Resume')).toBeInViewport({ ratio: 1 });
    expect(await violations(page)).toEqual([]);
  });
});
