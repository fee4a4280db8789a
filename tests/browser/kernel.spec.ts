/** The reader's kernel: chosen once, and followed by figures, the reference, the marks in the text and incidents. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe';
import { Figure } from './figure';
import { expect, test } from './fixtures';

const CHANGED = 'book/guide/kernels/';
const FIGURE = 'figures/tiny-buffers/';

const choice = (page: Page): Locator => page.getByRole('radiogroup', { name: 'Your kernel' });

test('it is 6.12 until somebody chooses, by mouse or by keys, and is kept', async ({ page }) => {
  await page.goto(CHANGED);
  await expect(choice(page).getByRole('radio', { name: '6.12', exact: true })).toBeChecked();
  await choice(page).getByRole('radio', { name: '6.12', exact: true }).press('ArrowLeft');
  await expect(choice(page).getByRole('radio', { name: '6.1', exact: true })).toBeChecked();
  await page.reload();
  await expect(choice(page).getByRole('radio', { name: '6.1', exact: true })).toBeChecked();
  expect(await violations(page, 'main')).toEqual([]);
});

test('what is not so on it is struck out', async ({ page }) => {
  await page.goto(CHANGED);
  const mark = page.getByRole('link', { name: '≥ 6.5' }).first();
  await expect(mark).toHaveCSS('text-decoration-line', 'underline');
  await choice(page).getByText('6.1', { exact: true }).click();
  await expect(mark).toHaveCSS('text-decoration-line', 'line-through');
  await expect(mark).toHaveAttribute('title', /not on Linux 6\.1/);
});

test('the reference says its default, and what it doesn’t have', async ({ page }) => {
  const knob = page.locator('[data-knob="net.ipv4.tcp_syn_linear_timeouts"] summary').first();
  await page.goto('book/guide/reference/');
  await expect(knob).toContainText('Default 4');
  await choice(page).getByText('6.1', { exact: true }).click();
  await expect(knob).toContainText('not in Linux 6.1');
});

test('a figure starts with it, says so in its link, and tells the others', async ({ page }) => {
  await page.goto(CHANGED);
  await choice(page).getByText('6.1', { exact: true }).click();
  await page.goto(FIGURE);
  await expect(page).toHaveURL(/tiny-buffers\.kernel=6\.1(&|$)/);
  const figure = new Figure(page, 'tiny-buffers');
  await figure.all();
  await figure.root.getByText('Linux 7.3', { exact: true }).click();
  await expect(page).toHaveURL(/tiny-buffers\.kernel=7\.3(&|$)/);
  await page.goto(CHANGED);
  await expect(choice(page).getByRole('radio', { name: '7.3' })).toBeChecked();
});

test('a link that names a kernel is about that one, and a wrong one is told', async ({ page }) => {
  const figure = new Figure(page, 'tiny-buffers');
  const kernel = figure.root.getByRole('radiogroup', { name: 'Your kernel' });
  await page.goto(`${FIGURE}?tiny-buffers.kernel=6.1`);
  await figure.all();
  await expect(kernel.getByRole('radio', { name: 'Linux 6.1', exact: true })).toBeChecked();
  await page.goto(`${FIGURE}?tiny-buffers.kernel=2.4`);
  await expect(figure.root.getByText(/2\.4.*one of 6\.1, 6\.12, 7\.3/)).toBeVisible();
});

test('the machines of an incident run it, unless the link names another', async ({ page }) => {
  const room = 'book/guide/incident-room/';
  const python = { timeout: 60_000 };
  await page.goto(CHANGED);
  await choice(page).getByText('6.1', { exact: true }).click();
  await page.goto(room);
  await expect(page.getByText(/^Incident \d+ · .* · Linux 6\.1$/)).toBeVisible(python);
  await page.getByRole('button', { name: 'Another incident' }).click();
  await expect(page).toHaveURL(/&kernel=6\.1$/);
  await page.goto(`${room}?seed=7&level=1&kernel=7.3`);
  await expect(page.getByText('Incident 7 · First week · Linux 7.3')).toBeVisible(python);
});
