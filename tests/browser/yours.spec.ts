/** A reader's own capture: it goes in, the verdict comes out, and nothing leaves the page. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cpython } from '../command-line';
import { LIGHT_AND_DARK, violations } from './axe';
import { expect, test } from './fixtures';

const folder = mkdtempSync(join(tmpdir(), 'yours-'));
const CAPTURE = join(folder, 'secret-project.pcapng');
/** Hosts and ports of the model, and the name of the file. */
const SECRETS = ['10.1.0.2', '10.2.0.2', '32768', '5201', 'secret-project'];
const WAIT = { timeout: 60_000 };

test.beforeAll(() => void cpython('run', 'loss-recovery', '--pcap', CAPTURE));

const strip = (page: Page) => page.getByRole('slider', { name: /What held the sender back/ });

async function open(page: Page, file: string = CAPTURE): Promise<void> {
  await page.goto('yours/');
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expect(page.getByRole('heading', { name: 'Where the time went' })).toBeVisible(WAIT);
}

test('a dropped capture is read, and nothing of it leaves or stays', async ({ page, context }) => {
  const asked: { url: string; method: string; body: string | null }[] = [];
  await page.goto('yours/');
  context.on('request', (request) =>
    asked.push({ url: request.url(), method: request.method(), body: request.postData() }),
  );
  const bytes = readFileSync(CAPTURE).toString('base64');
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    const all = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    data.items.add(new File([all], 'secret-project.pcapng'));
    return data;
  }, bytes);
  await page.locator('[data-dropzone]').first().dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByRole('heading', { name: 'Where the time went' })).toBeVisible(WAIT);
  await expect(page.getByText('10.1.0.2:32768 → 10.2.0.2:5201')).toBeVisible();
  await strip(page).press('Home');
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page).toHaveURL(/\?interval=0$/);

  // The site's own files, by their names, and nothing that is sent along.
  const origin = new URL(page.url()).origin;
  for (const { url, method, body } of asked) {
    expect([new URL(url).origin, method, body]).toEqual([origin, 'GET', null]);
    expect(new URL(url).search).not.toContain('=');
  }
  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const stores = { ...localStorage, ...sessionStorage };
    return JSON.stringify([location.href, document.title, document.cookie, stores, databases, history.state]);
  });
  for (const secret of SECRETS) {
    expect(kept).not.toContain(secret);
    for (const { url } of asked) expect(new URL(url).pathname).not.toContain(secret);
  }

  await page.getByRole('button', { name: 'Forget everything' }).click();
  await expect(page.getByText('Drop a capture here')).toBeVisible();
  await expect(page.locator('main')).not.toContainText('10.1.0.2');
});

test('the verdict comes with its evidence, interval by interval, by keys alone', async ({ page }) => {
  await open(page);
  const told = JSON.parse(cpython('read', CAPTURE, '--json')) as {
    connections: { sentence: string }[];
    told: { directions: { intervals: { sentence: string; evidence: string[] }[] }[] }[];
  };
  await expect(page.getByText(told.connections[0]!.sentence)).toBeVisible();
  const { intervals } = told.told[0]!.directions[0]!;
  expect(intervals.length).toBeGreaterThan(2);
  await strip(page).focus();
  await page.keyboard.press('Home');
  await expect(strip(page)).toHaveAttribute('aria-valuetext', new RegExp(`^1 of ${intervals.length}: Handshake`));
  await page.keyboard.press('ArrowRight');
  await expect(strip(page)).toHaveAttribute('aria-valuenow', '2');
  const said = intervals[1]!.evidence[0]!.split('`')[0]!.slice(0, 30).trim();
  await expect(page.getByRole('region', { name: /Slow start/ })).toContainText(said);
  const cursor = page.getByRole('slider', { name: /^Cursor/ });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Show all of it' })).toBeVisible();
  expect(Number(await cursor.getAttribute('aria-valuemax'))).toBeLessThan(5);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
});

test('what can be shown to others has other addresses', async ({ page }) => {
  await open(page);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Anonymise and download' }).click();
  const path = await (await waiting).path();
  const text = cpython('read', path);
  expect(text).toContain('5201');
  expect(text).not.toContain('10.1.0.2');
});

test('what is no capture, or a damaged one, is told in words, and the next one is read', async ({ page }) => {
  await page.goto('yours/');
  const choose = page.getByLabel('Choose a file');
  await choose.setInputFiles({ name: 'notes.txt', mimeType: '', buffer: Buffer.from('hello, world') });
  await expect(page.getByRole('alert')).toContainText('notes.txt', WAIT);
  await expect(page.getByRole('alert')).not.toContainText('Traceback');
  await choose.setInputFiles({ name: 'empty.pcap', mimeType: '', buffer: Buffer.alloc(0) });
  await expect(page.getByRole('alert')).toContainText('empty.pcap', WAIT);
  const cut = join(folder, 'cut.pcapng');
  writeFileSync(cut, readFileSync(CAPTURE).subarray(0, 5000));
  await choose.setInputFiles(cut);
  await expect(page.getByRole('heading', { name: 'Where the time went' })).toBeVisible(WAIT);
  await page.getByText(/^Damaged or cut/).click();
  await expect(page.getByRole('region', { name: 'Files' })).toContainText('packet');
});

test('without a capture, a model’s own is read', async ({ page }) => {
  await page.goto('yours/');
  await page.getByRole('button', { name: /The last segment is lost/ }).click();
  await expect(page.getByRole('heading', { name: 'Where the time went' })).toBeVisible(WAIT);
  await expect(page.getByRole('row', { name: /Retransmission timeout/ }).first()).toBeVisible();
});

for (const { name, tag, colorScheme, width, height } of LIGHT_AND_DARK)
  test(`axe finds nothing in a connection (${name})`, { tag }, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await open(page);
    expect(await violations(page)).toEqual([]);
    for (const wide of [width, 320]) {
      await page.setViewportSize({ width: wide, height });
      const beyond = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(beyond).toBeLessThanOrEqual(0);
    }
  });
