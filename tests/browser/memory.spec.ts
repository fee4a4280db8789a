/** A reader from the first visit to the same state in another browser: cards in a chapter, reviews, progress, a file. */
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures';

const CHAPTER = 'book/small-writes/nagle/';
const CARDS = ['nagle-why-hold', 'nagle-nodelay-all'];

/** Answers a card at the end of its section, however it is to be answered. */
async function answer(page: Page, id: string): Promise<void> {
  const section = page.locator(`[data-section-cards]:has([data-static="${id}"])`);
  await section.getByText('Check yourself').click();
  const card = section.locator(`[data-card="${id}"]`);
  await section.locator('[data-card]').waitFor();
  while (!(await card.isVisible())) await section.getByRole('button', { name: 'Next question' }).click();
  if ((await card.getAttribute('data-form')) === 'recall') {
    await card.getByRole('button', { name: 'Show the answer' }).click();
    await card.getByRole('button', { name: 'Knew it' }).click();
  } else {
    await card.getByRole('radio').first().check();
    await card.getByRole('button', { name: 'Check' }).click();
  }
  await expect(card.getByText(/^It comes back/)).toBeVisible();
}

/** What the progress page says of the chapter, and of the whole. */
async function standing(page: Page): Promise<string> {
  await page.goto('progress/');
  const chapter = page.locator('[data-chapter="small-writes/nagle"]');
  await expect(chapter).toBeVisible();
  const book = page.getByRole('region', { name: 'The book' });
  return `${(await chapter.innerText()).trim()}\n${(await book.innerText()).trim()}`;
}

test('cards of a chapter are due in practice, count in progress, and survive a way through a file', async ({
  page,
}) => {
  await page.goto(CHAPTER);
  for (const id of CARDS) await answer(page, id);

  // In a week both are due.
  await page.clock.setSystemTime(Date.now() + 7 * 24 * 3_600_000);
  await page.goto('practice/');
  const review = page.getByRole('region', { name: 'Review', exact: true });
  await expect(review.getByText(/^2 due/)).toBeVisible();
  const asked = new Set<string>();
  for (let turn = 0; turn < CARDS.length; turn++) {
    const card = review.locator('[data-card]');
    await expect(card).toBeVisible();
    const id = (await card.getAttribute('data-card'))!;
    asked.add(id);
    // Space picks the first choice where there is one; Enter checks or shows.
    const radio = card.getByRole('radio').first();
    if ((await radio.count()) > 0) await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await expect(review.getByRole('group', { name: 'How well did you know it?' })).toBeVisible();
    await page.keyboard.press((await review.getByRole('button', { name: /^Good/ }).count()) > 0 ? '3' : '1');
    await expect(review.locator(`[data-card="${id}"]`)).toBeHidden();
  }
  expect([...asked].sort()).toEqual([...CARDS].sort());

  const before = await standing(page);
  expect(before).toMatch(/\b2 of \d+/);

  await page.goto('practice/');
  const data = page.getByText('Your data', { exact: true });
  await data.click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const file = readFileSync(await (await coming).path());
  expect((JSON.parse(file.toString()) as { reviews: unknown[] }).reviews).toHaveLength(4);

  await page.getByRole('button', { name: 'Start over' }).click();
  await page.getByRole('button', { name: /^(Forget|Yes)/ }).click();
  await expect(page.getByText(/Everything is forgotten/)).toBeVisible();
  await page.goto('progress/');
  await expect(page.locator('[data-chapter="small-writes/nagle"]')).toHaveCount(0);

  await page.goto('practice/');
  await data.click();
  await page
    .locator('input[type=file][accept*=json]')
    .setInputFiles({ name: 'memory.json', mimeType: 'application/json', buffer: file });
  await expect(page.getByText(/New: 4 answers/)).toBeVisible();
  expect(await standing(page)).toBe(before);
});

test('two tabs at once lose nothing, and each knows what the other did', async ({ page, context }) => {
  const other = await context.newPage();
  await page.goto('practice/?type=recall');
  await other.goto('practice/?type=open');
  const counts = [page, other].map((tab) => tab.getByText(/^\d+ new today/));
  for (const count of counts) await expect(count).toHaveText('10 new today');
  let left = 10;
  for (const tab of [page, other, other, page]) {
    const card = tab.locator('[data-card]').first();
    await expect(card).toBeVisible();
    await tab.keyboard.press('Enter');
    await tab.getByRole('button', { name: /^Easy/ }).click();
    left -= 1;
    for (const count of counts) await expect(count).toHaveText(`${left} new today`);
  }
  await page.reload();
  await expect(counts[0]!).toHaveText('6 new today');
});
