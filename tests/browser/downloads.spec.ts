/** Taking a figure away: as a link, and as files that other programs read. */
import type { Download } from '@playwright/test';
import { csvParse } from 'd3-dsv';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoredResult } from '../../src/model/types';
import { cpython } from '../command-line';
import { violations } from './axe';
import { Figure } from './figure';
import { expect, test } from './fixtures';

const PAGE = 'figures/send-buffer/?send-buffer.sndbuf=65536&send-buffer.gso=on';
const printed = (): StoredResult =>
  JSON.parse(cpython('run', 'send-buffer', '--sndbuf', '65536', '--json')) as StoredResult;

async function download(figure: Figure, format: string): Promise<Download> {
  await figure.root.getByRole('button', { name: 'More' }).click();
  const started = figure.page.waitForEvent('download');
  await figure.root.getByRole('button', { name: new RegExp(`^${format}`) }).click();
  return started;
}

const read = async (file: Download): Promise<Buffer> => readFileSync(await file.path());

test.describe('files', () => {
  test('JSON is what the command line prints', async ({ page }) => {
    await page.goto(PAGE);
    const file = await download(new Figure(page, 'send-buffer'), 'JSON');
    expect(file.suggestedFilename()).toBe('send-buffer-sndbuf-65536.json');
    expect(JSON.parse((await read(file)).toString())).toEqual(printed());
  });

  test('CSV has all rows of the run, also where the page was built with fewer', async ({ page }) => {
    await page.goto(PAGE);
    const text = (await read(await download(new Figure(page, 'send-buffer'), 'CSV'))).toString();
    const notes = text.split('\n').filter((line) => line.startsWith('#'));
    expect(notes).toContain('# sndbuf: 65536 B');
    expect(notes).toContain(`# source: ${page.url()}`);
    const { columns } = printed();
    const rows = csvParse(text.slice(notes.join('\n').length + 1));
    expect(rows.columns).toEqual(columns.map(({ name, unit }) => (unit ? `${name} (${unit})` : name)));
    for (const [index, { values }] of columns.entries()) {
      const cells = rows.map((row) => row[rows.columns[index]!]);
      expect(cells.map((cell) => (cell === '' ? null : Number(cell)))).toEqual(values);
    }
  });

  test('SVG is XML that needs nothing of the page; PNG is the same at twice the size', async ({ page }) => {
    await page.goto(PAGE);
    const figure = new Figure(page, 'send-buffer');
    await expect(figure.slider('Send buffer')).toHaveAttribute('aria-valuetext', /^64/); // the link has been read
    await figure.settled();
    const curves = await figure.curves();
    const svg = (await read(await download(figure, 'SVG'))).toString();
    const sheet = await page.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
      const of = (selector: string) => parsed.querySelector(selector)?.textContent;
      return {
        error: of('parsererror'),
        title: of('title'),
        description: of('desc'),
        words: [...parsed.querySelectorAll('text')].map((each) => each.textContent),
        paths: [...parsed.querySelectorAll('path')].map((path) => path.getAttribute('d')),
        bare: [...parsed.querySelectorAll('path')].filter(
          (path) => !path.closest('[stroke]') && !path.closest('[fill]'),
        ).length,
        size: ['width', 'height'].map((name) => Number(parsed.documentElement.getAttribute(name))),
      };
    }, svg);
    expect(sheet.error).toBeUndefined();
    expect(sheet.title).toBe('Why does a 22 MB result take 26 s on a 100 Mbit/s line?');
    expect(sheet.description).toContain('send buffer of 64 KiB');
    expect(sheet.words.join(' ')).toContain('Send buffer: 64 KiB'.replace(' KiB', '\u00a0KiB'));
    expect(sheet.words).toContain(page.url());
    expect(sheet.paths).toEqual(expect.arrayContaining(curves.split('\n')));
    expect(sheet.bare).toBe(0);
    expect(svg).not.toMatch(/var\(|color\(|class=|<style/);

    const png = await read(await download(figure, 'PNG'));
    expect(png.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(sheet.size.map((pixels) => 2 * pixels));
    // Something is drawn on the ground, which is the figure's.
    const colours = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const words = new Set(new Uint32Array(data.buffer));
      return { corner: `rgb(${data.slice(0, 3).join(', ')})`, many: words.size };
    }, png.toString('base64'));
    expect(colours.corner).toBe(await figure.root.evaluate((root) => getComputedStyle(root).backgroundColor));
    expect(colours.many).toBeGreaterThan(50);
  });

  test('a capture is the file that the command line writes', async ({ page }) => {
    await page.goto('figures/three-windows/');
    const figure = new Figure(page, 'three-windows');
    await figure.root.getByRole('button', { name: 'More' }).click();
    await figure.root.getByRole('button', { name: /^PCAPNG/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Capture this run' });
    await dialog.getByRole('radio', { name: 'both, in one file' }).check();
    await dialog.getByRole('checkbox').check();
    expect(await violations(page, 'dialog')).toEqual([]);
    const started = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await started;
    expect(file.suggestedFilename()).toBe('three-windows.both.pcapng');
    const written = join(mkdtempSync(join(tmpdir(), 'capture-')), 'both.pcapng');
    cpython('run', 'three-windows', '--pcap', written, '--pcap-at', 'sender,receiver', '--pcap-payload');
    expect((await read(file)).equals(readFileSync(written))).toBe(true);
  });

  test('where several hosts send, all of them fit into one file', async ({ page }) => {
    await page.goto('figures/fairness/');
    const figure = new Figure(page, 'fairness');
    await figure.root.getByRole('button', { name: 'More' }).click();
    await figure.root.getByRole('button', { name: /^PCAPNG/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Capture this run' });
    await expect(dialog.getByRole('radio', { name: 'the second sender' })).toBeVisible();
    await dialog.getByRole('radio', { name: 'all of them, in one file' }).check();
    const started = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await started;
    expect(file.suggestedFilename()).toBe('fairness.all.pcapng');
    const written = join(mkdtempSync(join(tmpdir(), 'capture-')), 'all.pcapng');
    const senders = ['first', 'second', 'third', 'fourth'].map((name) => `${name} sender`);
    cpython('run', 'fairness', '--pcap', written, '--pcap-at', ['receiver', ...senders].join());
    expect((await read(file)).equals(readFileSync(written))).toBe(true);
  });

  test.describe('without a Python', () => {
    test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED/] });

    test('numbers cannot be had, and the menu says why; the picture can', async ({ page }) => {
      await page.route(/\/py\//, (route) => route.abort());
      await page.goto('figures/send-buffer/');
      const figure = new Figure(page, 'send-buffer');
      await figure.root.getByRole('button', { name: 'More' }).click();
      await figure.root.getByRole('button', { name: /^CSV/ }).click();
      await expect(figure.root.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible();
      await page.keyboard.press('Escape');
      expect((await read(await download(figure, 'SVG'))).toString()).toContain('<path');
    });
  });
});

test.describe('the link', () => {
  test('is the figure as it stands, also before the address bar has it', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('book/congestion/cwnd/?textbook-trace.ssthresh=30');
    await page.evaluate(() => (window.history.replaceState = () => undefined));
    const figure = new Figure(page, 'congestion-window');
    await figure.choose('Too small a buffer');
    await figure.more('Copy link');
    await expect(figure.button('Copied')).toBeVisible();
    const { searchParams } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(searchParams.get('congestion-window.buffer')).toBe('3');
    expect(searchParams.get('textbook-trace.ssthresh')).toBe('30');
  });

  test('stands in a field, selected, where the clipboard is closed', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.goto(PAGE);
    const figure = new Figure(page, 'send-buffer');
    await figure.more('Copy link');
    const field = figure.root.getByRole('textbox', { name: 'Link to the figure' });
    await expect(field).toHaveValue(page.url());
    expect(await page.evaluate(() => String(window.getSelection()))).toBe(page.url());
    await page.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(figure.button('More')).toBeFocused();
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the menu and the dialog: by keyboard, and axe finds nothing (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(PAGE);
    const figure = new Figure(page, 'send-buffer');
    const share = figure.root.getByRole('button', { name: 'More' });
    await share.focus();
    await page.keyboard.press('Enter');
    await expect(share).toHaveAttribute('aria-expanded', 'true');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(share).toHaveAttribute('aria-expanded', 'false');
    await expect(share).toBeFocused();

    await page.keyboard.press('Enter');
    await figure.root.getByRole('button', { name: /^Embed/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Embed this figure' });
    await expect(dialog).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(share).toBeFocused();
  });
}
