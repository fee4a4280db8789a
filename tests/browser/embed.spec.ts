/** A figure in somebody else's page: another origin, another server. */
import type { FrameLocator } from '@playwright/test';
import { violations } from './axe';
import { Figure } from './figure';
import { expect, test } from './fixtures';
import { test as hosted } from './host';
import { EXPERIMENTS, tagOf } from './kinds';
import { PAGES } from './pages';

const curves = (frame: FrameLocator): Promise<string> =>
  frame
    .locator('svg[role="img"]:visible [data-role="run"] path')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')).join('\n'));

hosted('the pasted lines give a living figure of the right height', async ({ page, host, baseURL }) => {
  await page.goto('figures/send-buffer/?send-buffer.sndbuf=65536');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: /^Embed/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Line rate').selectOption('locked');
  await dialog.getByLabel('Data to send').selectOption('hidden');
  await dialog.getByLabel('Theme').selectOption('dark');
  const lines = await dialog.getByLabel('Paste this').inputValue();

  const address = await host(`<p>Before</p>${lines}<iframe title="Another" src="about:blank" height="77"></iframe>`);
  expect(new URL(address).origin).not.toBe(new URL(baseURL!).origin);
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    if (window.parent === window) window.addEventListener('message', ({ data }) => heard.push(data));
  });
  // The script comes when the figure has told its height already.
  let letScriptCome = (): void => undefined;
  const figureStands = new Promise<void>((resolve) => (letScriptCome = resolve));
  await page.route('**/embed.js', (route) => figureStands.then(() => route.continue()));
  await page.goto(address, { waitUntil: 'commit' });
  const element = page.locator('iframe[data-inflight]');
  const frame = page.frameLocator('iframe[data-inflight]');

  await frame.getByRole('button', { name: /^All \d+ controls/ }).click();
  await expect(frame.getByRole('slider', { name: 'Line rate' })).toBeDisabled();
  await expect(frame.getByText('locked')).toBeVisible();
  await expect(frame.getByRole('slider', { name: 'Data to send' })).toHaveCount(0);
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(frame.locator('p[aria-live]')).toContainText('send buffer of 64 KiB');
  await expect(frame.locator('[aria-busy="true"]')).toHaveCount(0);
  letScriptCome();

  const inner = (): Promise<number> => frame.locator('main').evaluate((main) => main.getBoundingClientRect().height);
  const outer = (): Promise<number> => element.evaluate((iframe) => iframe.clientHeight);
  await expect.poll(async () => (await outer()) - (await inner())).toBeLessThan(1.5);
  await expect.poll(async () => (await outer()) - (await inner())).toBeGreaterThanOrEqual(0);
  const before = await outer();
  await frame.getByText('Commands, Python, evidence, data').click();
  await frame.getByRole('tab', { name: 'Data' }).click();
  await expect.poll(outer).toBeGreaterThan(before + 100);
  expect(await page.locator('iframe[title="Another"]').evaluate((other) => other.clientHeight)).toBe(77);
  const heard = await page.evaluate(() => (window as unknown as { heard: object[] }).heard);
  for (const message of heard)
    expect(message).toEqual({ type: 'inflight:resize', id: 'send-buffer', height: expect.any(Number) });

  const drawn = await curves(frame);
  await frame.getByRole('slider', { name: 'Round-trip time' }).press('ArrowRight');
  await expect.poll(() => curves(frame)).not.toBe(drawn);

  const back = frame.getByRole('link', { name: 'In Flight' });
  await expect(back).toHaveAttribute('target', '_blank');
  await expect(back).toHaveAttribute('rel', /noopener/);
});

test('what is locked stays as the link has it: on reset, and in the presets that are left', async ({ page }) => {
  await page.goto('embed/send-buffer/?lock=sndbuf&send-buffer.sndbuf=65536');
  const figure = new Figure(page, 'send-buffer');
  await figure.all();
  const locked = figure.slider('Send buffer');
  await expect(locked).toBeDisabled();
  await figure.root.getByRole('button', { name: /^All \d+$/ }).click();
  await expect(figure.preset('Four times the buffer')).toBeVisible();
  await expect(figure.preset('As found')).toHaveCount(0);
  await expect(figure.preset('Autotuned')).toHaveCount(0);
  await page.keyboard.press('Escape');
  const reset = figure.root.getByRole('button', { name: 'Reset', exact: true });
  await expect(reset).toBeDisabled();
  await figure.slider('Round-trip time').press('ArrowRight');
  await reset.click();
  await expect(locked).toHaveAttribute('aria-valuetext', '64\u00a0KiB');
  await expect(figure.slider('Round-trip time')).toHaveAttribute('aria-valuetext', '20\u00a0ms');
});

test('a name that means nothing is named, with those that do', async ({ page }) => {
  await page.goto('embed/textbook-trace/?lock=ssthresh,speed&hide=nothing&theme=blue');
  const notice = page.getByRole('status').filter({ hasText: 'speed' });
  await expect(notice).toContainText('lock = speed means nothing to this figure. Allowed: ssthresh,');
  await expect(notice).toContainText('hide = nothing');
  await expect(notice).toContainText('theme = blue means nothing to this figure. Allowed: light, dark.');
  const figure = new Figure(page, 'textbook-trace');
  await figure.all();
  await expect(figure.slider('First threshold')).toBeDisabled();
});

for (const { id, parameters } of EXPERIMENTS) {
  const lock = parameters
    .filter(({ kind }) => kind !== 'code')
    .map(({ name }) => name)
    .join(',');
  for (const theme of ['light', 'dark']) {
    test(`${id}: axe finds nothing, all locked (${theme})`, { tag: tagOf(`embed/${id}/`) }, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`embed/${id}/?lock=${lock}&theme=${theme}`);
      await expect(page.locator('fieldset:disabled').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider).toBeLessThanOrEqual(0);
    });
  }
}

test('pages to embed are not for search engines', async ({ request }) => {
  expect(PAGES.filter((path) => path.startsWith('embed/'))).toEqual([]);
  expect(await (await request.get('embed/send-buffer/')).text()).toMatch(/<meta[^>]*name="?robots"?[^>]*noindex/);
});
