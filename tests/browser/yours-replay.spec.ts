/** The model beside a capture: from the file to a changed buffer, and a link that holds nothing of the capture. */
import type { Locator, Page } from '@playwright/test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpython } from '../command-line';
import { LIGHT_AND_DARK, violations } from './axe';
import { expect, test } from './fixtures';

/** The hosts of every capture that a model makes. */
const ADDRESS = /192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|10\.\d+\.\d+\.\d+/;

let file = '';

test.beforeAll(() => {
  file = join(mkdtempSync(join(tmpdir(), 'in-flight-')), 'secret-project.pcapng');
  cpython('run', 'send-buffer', '--preset', 'as-found', '--size', '1', '--pcap', file);
});

const sentence = (page: Page): Locator => page.locator('[data-replay="sentence"]');

/** The capture is opened, and the model beside it. */
async function openReplay(page: Page): Promise<void> {
  await page.goto('yours/');
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Replay it with the model' }).click();
  await expect(sentence(page)).toContainText('With everything as captured, the model takes');
}

async function drag(page: Page, slider: Locator, to: number): Promise<void> {
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox())!;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.2, y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) await page.mouse.move(box.x + box.width * (0.2 + ((to - 0.2) * step) / 8), y);
  await page.mouse.up();
}

test('a larger send buffer is one drag, and the link holds nothing of the capture', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openReplay(page);
  await expect(page.getByText(/The model explains this capture/)).toBeVisible();
  const estimates = page.getByRole('group', { name: 'What was estimated from the capture' });
  const row = estimates.getByRole('row', { name: /^Send buffer/ });
  await expect(row).toContainText('16 KiB');
  await expect(row).toContainText('measured');

  await drag(page, page.getByRole('slider', { name: 'Send buffer', exact: true }), 0.6);
  await expect(sentence(page)).toContainText(/^With a send buffer of .+, the model takes .+ instead of /);
  await expect(sentence(page)).toHaveAttribute('aria-busy', 'false');
  const changed = await sentence(page).textContent();

  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const { searchParams, hash } = new URL(link);
  expect([...searchParams.keys()].filter((name) => !name.startsWith('replay.'))).toEqual([]);
  expect(hash).toBe('');
  expect(link).not.toMatch(ADDRESS);
  expect(link).not.toContain('secret');
  expect(link.length).toBeLessThan(500);

  await page.getByRole('button', { name: 'As captured' }).click();
  await expect(sentence(page)).toContainText('With everything as captured');

  await page.goto(link);
  await expect(page.getByText('The capture isn’t in the link')).toBeVisible();
  const took = /the model takes (.+) instead/.exec(changed!)![1]!;
  await expect(sentence(page)).toContainText(`The model takes ${took} for 1 MB`);
  const slider = page.getByRole('slider', { name: 'Send buffer', exact: true });
  await slider.press('Home');
  await expect(sentence(page)).not.toContainText(`The model takes ${took} for`);
  await page.getByRole('button', { name: 'Open a capture of your own' }).click();
  expect(new URL(page.url()).search).toBe('');
});

test('all is estimated anew for another kernel, which is the reader’s from then on', async ({ page }) => {
  await openReplay(page);
  const buffer = page
    .getByRole('group', { name: 'What was estimated from the capture' })
    .getByRole('row', { name: /^Send buffer/ });
  await expect(buffer).toContainText('16 KiB');
  await drag(page, page.getByRole('slider', { name: 'Round-trip time', exact: true }), 0.6);
  await expect(sentence(page)).toContainText(/^With a round trip of .+, the model takes .+ instead of /);

  const kernel = page.getByRole('radiogroup', { name: 'Your kernel' });
  await expect(kernel.getByRole('radio', { name: 'Linux 6.12', exact: true })).toBeChecked();
  await kernel.getByText('Linux 6.1', { exact: true }).click();
  // As much was in flight, in skbs that cost more; what the reader had changed stays so.
  await expect(buffer).toContainText('18 KiB');
  await expect(sentence(page)).toContainText(/^With a round trip of .+, the model takes .+ instead of /);
  await page.getByRole('button', { name: 'As captured' }).click();
  await expect(sentence(page)).toContainText('With everything as captured');
  await expect(kernel.getByRole('radio', { name: 'Linux 6.1', exact: true })).toBeChecked();

  await page.goto('book/guide/kernels/');
  await expect(page.getByRole('radio', { name: '6.1', exact: true })).toBeChecked();
  await page.goto('yours/?replay.kernel=7.3&replay.rtt=20');
  await expect(kernel.getByRole('radio', { name: 'Linux 7.3', exact: true })).toBeChecked();
});

for (const { name, tag, colorScheme, width, height } of LIGHT_AND_DARK) {
  test.describe(name, { tag }, () => {
    test.use({ colorScheme, viewport: { width, height } });
    test('has nothing that axe objects to, and fits', async ({ page }) => {
      await openReplay(page);
      expect(await violations(page, 'main')).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    });
  });
}

test('a link that somebody has meddled with is told what is wrong', async ({ page }) => {
  await page.goto('yours/?replay.rtt=-5');
  await expect(page.getByRole('alert')).toContainText('rtt = -5: must be a number from 0.05 to 5000 ms');
});
