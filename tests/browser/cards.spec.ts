/** Cards at the end of a chapter's sections: answered by keys, marked without Python, kept, and readable without scripts. */
import type { Locator, Page } from '@playwright/test';
import { cpython } from '../command-line';
import { violations } from './axe';
import { expect, test } from './fixtures';

const CHAPTER = 'book/small-writes/nagle/';

/** The part of the page that a card stands in. */
const sectionOf = (id: string): string => `[data-section-cards]:has([data-static="${id}"])`;

/** A card that takes answers, once its section is opened; of several in a section, once it is its turn. */
async function cardOn(page: Page, id: string): Promise<Locator> {
  const section = page.locator(sectionOf(id));
  await section.getByText('Check yourself').click();
  await section.locator('[data-card]').waitFor();
  const before = await section
    .locator('[data-static]')
    .evaluateAll((cards, wanted) => cards.findIndex((each) => each.getAttribute('data-static') === wanted), id);
  for (let turn = 0; turn < before; turn++) await section.getByRole('button', { name: 'Next question' }).press('Enter');
  const card = page.locator(`[data-card="${id}"]`);
  await expect(card).toBeVisible();
  return card;
}

test('a choice by keyboard: it is marked, comes back some day, and is known after a reload', async ({ page }) => {
  const id = 'nagle-nodelay-all';
  await page.goto(CHAPTER);
  const card = await cardOn(page, id);
  await expect(card).not.toContainText('autocorking collects');
  const check = card.getByRole('button', { name: 'Check' });
  await expect(check).toBeDisabled();
  await card.getByRole('radio', { name: 'A fact.' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');

  const mark = card.getByRole('status').first();
  await expect(mark).toContainText('Not right.');
  await expect(mark).toBeFocused();
  await expect(card).toContainText('The answer: A myth.');
  await expect(card).toContainText('autocorking collects');
  await expect(card.getByText(/^It comes back (in|tomorrow)/)).toBeVisible();
  await expect(card.getByRole('link', { name: 'N13' })).toHaveAttribute('href', /\/book\/guide\/claims\/#n13$/);
  // The preset of the card’s figure is in the address once the catalogue is there.
  await expect(card.getByRole('link', { name: 'See it in the figure' })).toHaveAttribute(
    'href',
    /\/figures\/cork\/\?cork\./,
  );
  expect(await violations(page, sectionOf(id))).toEqual([]);

  await page.reload();
  await cardOn(page, id);
  await expect(page.locator(sectionOf(id)).getByText(/^You answered this .+\. It’s due /)).toBeVisible();
});

test('a number needs no Python; where nothing can be stored, the card says so', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  // Python is asked for, as the chapter has figures, and never comes.
  await page.route(/pyodide/, () => undefined);
  const asked = page.waitForRequest(/pyodide/);
  await page.goto(CHAPTER);
  const card = await cardOn(page, 'nagle-43-ms');
  const field = card.getByRole('textbox');
  const [, messages, rtt] = /writes (\d+) short .* round trip is (\d+)/s.exec((await card.textContent())!)!;
  const run = cpython('run', 'nagle-delayed-ack', '--messages', messages!, '--rtt', rtt!, '--json');
  const { latency } = (JSON.parse(run) as { summary: Record<string, { value: number }> }).summary;
  await field.fill(latency!.value.toFixed(0));
  await field.press('Enter');
  await expect(card.getByRole('status').first()).toHaveText(/^✓\s*Right\./);
  await expect(card).toContainText('The model says:');
  await expect(card.getByText(/only while the page is open/)).toBeVisible();
  await asked;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a ladder is filled in by keys', async ({ page }) => {
  const id = 'nagle-ladder';
  await page.goto(CHAPTER);
  const card = await cardOn(page, id);
  expect(await violations(page, sectionOf(id))).toEqual([]);
  await card.getByRole('combobox').first().focus();
  for (const text of ['echo 1, and', 'messages 2', 'an ACK']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(card.getByRole('button', { name: 'Check' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(card.getByRole('status').first()).toContainText('Right.');
  await expect(card.getByRole('listitem').filter({ hasText: 'messages 2 and 3' })).toContainText('client to server');
  expect(await violations(page, sectionOf(id))).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('each question can be read, and its answer opened', async ({ page }) => {
    await page.goto(CHAPTER);
    const cards = await page.locator('[data-static]').all();
    expect(cards.length).toBeGreaterThan(4);
    for (const card of cards) {
      await expect(card).toBeVisible();
      const links = card.getByRole('link', { name: 'See it in the figure' });
      await expect(links).toBeHidden();
      await card.getByText('Show the answer', { exact: true }).click();
      await expect(links).toBeVisible();
    }
  });
});
