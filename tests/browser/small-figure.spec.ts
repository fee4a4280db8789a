/** A figure that is small: a picture that answers, and leads to its laboratory. */
import { violations } from './axe';
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { CHAPTER } from './pages';

/** Below the figure at the top of the page, with a state of its own. */
const OWN = 'pipe';
/** What shares the state of the laboratory at the top. */
const SHARED = '.small-figure:not([data-experiment])';

test('a slider moves it by keys; number and sentence follow, and are told', async ({ page }) => {
  await page.goto(CHAPTER);
  const figure = new Figure(page, OWN);
  await figure.awake();
  const before = await figure.sentence.textContent();
  await expect(figure.sentence).toHaveAttribute('aria-live', 'polite');
  await figure.slider('Round-trip time').focus();
  await page.keyboard.press('ArrowUp');
  await figure.settled();
  await expect(figure.sentence).not.toHaveText(before!);
  await expect.poll(() => figure.address()).toHaveProperty(['pipe.rtt']);
});

test('it opens the laboratory as it stands', async ({ page }) => {
  await page.goto(`${CHAPTER}?pipe.rtt=10`);
  const figure = new Figure(page, OWN);
  await figure.awake();
  await figure.settled();
  const sentence = await figure.sentence.textContent();
  await figure.root.getByRole('link', { name: 'Open the laboratory' }).click();
  await expect(page).toHaveURL(/figures\/send-buffer\/\?send-buffer\.rtt=10/);
  const laboratory = new Figure(page, 'send-buffer');
  await laboratory.live();
  await laboratory.settled();
  await expect(laboratory.sentence).toHaveText(sentence!);
});

test('one that shares moves the laboratory of the page, and leads to it', async ({ page }) => {
  await page.goto(CHAPTER);
  const small = page.locator(SHARED);
  const laboratory = new Figure(page, 'send-buffer');
  await laboratory.live();
  await small.scrollIntoViewIfNeeded();
  const slider = small.getByRole('slider', { name: 'Send buffer' });
  await slider.focus();
  await page.keyboard.press('ArrowUp');
  await laboratory.settled();
  await expect(laboratory.slider('Send buffer')).toHaveAttribute(
    'aria-valuetext',
    (await slider.getAttribute('aria-valuetext'))!,
  );
  await expect(small.locator('p[aria-live]')).toHaveText((await laboratory.sentence.textContent())!);
  await small.getByRole('link', { name: 'Open the laboratory' }).click();
  await expect(laboratory.root).toBeFocused();
  await expect(page).toHaveURL(new RegExp(CHAPTER));
});

test.describe('by finger, on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap on the slider moves it, nothing is scrolled sideways, and it is low', async ({ page }) => {
    await page.goto(CHAPTER);
    const figure = new Figure(page, OWN);
    await figure.awake();
    const slider = figure.slider('Round-trip time');
    await slider.scrollIntoViewIfNeeded();
    const { width, height } = (await slider.boundingBox())!;
    await slider.tap({ position: { x: width * 0.8, y: height / 2 } });
    await expect.poll(() => figure.address()).toHaveProperty(['pipe.rtt']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect((await figure.root.boundingBox())!.height).toBeLessThanOrEqual(340);
    expect(await violations(page, `[data-experiment="${OWN}"]`)).toEqual([]);
  });
});

test('it is low, and has nothing that axe holds against it', async ({ page }) => {
  await page.goto(CHAPTER);
  for (const small of await page.locator('.small-figure').all()) {
    await small.evaluate((figure) => figure.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await expect(small.locator('[class^="narrow"]')).toHaveCount(0);
    expect((await small.boundingBox())!.height).toBeLessThanOrEqual(260);
    expect(await small.getByRole('button').count()).toBeLessThanOrEqual(1);
  }
  expect(await violations(page, '.small-figure')).toEqual([]);
});

test('nothing moves by itself for those who want less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(CHAPTER);
  const figure = new Figure(page, OWN);
  await figure.awake();
  await expect(figure.button('Let it move')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('there is the picture, the sentence and the way to the laboratory, and no control', async ({ page }) => {
    await page.goto(CHAPTER);
    const figure = new Figure(page, OWN);
    await expect(figure.root.getByRole('img').first()).toHaveAccessibleName(/\w+/);
    await expect(figure.sentence).toContainText('22 MB took');
    await expect(figure.root.getByRole('slider')).toHaveCount(0);
    await expect(figure.root.getByRole('link')).toHaveAttribute('href', /\/figures\/send-buffer\/$/);
  });
});
