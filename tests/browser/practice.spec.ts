/** A reader who is asked what was read: by keys, with new values, about a wrong bet, and where nothing can be stored. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe';
import { expect, test } from './fixtures';

class Practice {
  readonly count: Locator;
  readonly card: Locator;
  readonly question: Locator;
  readonly ratings: Locator;

  constructor(readonly page: Page) {
    const review = page.getByRole('region', { name: 'Review', exact: true });
    this.count = review.getByText(/^\d+ (due|new today)/);
    this.card = review.locator('[data-card]');
    this.question = this.card.getByRole('heading', { level: 2 });
    this.ratings = review.getByRole('group', { name: 'How well did you know it?' });
  }

  static async at(page: Page, search: string): Promise<Practice> {
    await page.goto(`practice/${search}`);
    return new Practice(page);
  }

  readonly id = (): Promise<string | null> => this.card.getAttribute('data-card');
}

/** The file in which figures keep bets; see src/memory/bets/store.ts. */
const BETS = [
  {
    figure: 'congestion-window',
    bet: 'one-per-cent',
    params: { rate: 20, rtt: 40, buffer: 200, loss: 1 },
    given: 19,
    truth: 3.1,
    score: 21,
    at: 1_750_000_000_000,
  },
  {
    figure: 'congestion-window',
    bet: 'reno',
    params: { rate: 10, rtt: 40, buffer: 100, duration: 30 },
    given: Array.from({ length: 97 }, (_, place) => place),
    truth: Array.from({ length: 97 }, (_, place) => 40 + (place % 24)),
    score: 7,
    at: 1_750_000_000_001,
  },
];

test('cards are reviewed by keys, and an answer is taken back', async ({ page }) => {
  const practice = await Practice.at(page, '?type=open');
  await expect(practice.count).toHaveText('10 new today');
  await expect(page.getByText(/The book asks one question/)).toBeVisible();
  const [id, text] = [await practice.id(), await practice.question.textContent()];
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  // Keys are the card's again when it has left the page.
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('3');
  await expect(practice.ratings).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(practice.ratings.getByRole('button')).toHaveText([/^Again/, /^Hard/, /^Good/, /^Easy/]);
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('4');
  await expect(practice.question).not.toHaveText(text!);
  await expect(practice.question).toBeFocused();
  await expect(practice.count).toHaveText('9 new today');
  await page.keyboard.press('u');
  await expect(practice.question).toHaveText(text!);
  await expect(practice.count).toHaveText('10 new today');
  await page.keyboard.press('1');
  await expect(practice.question).not.toHaveText(text!);

  const second = await practice.id();
  await page.keyboard.press('s');
  await expect.poll(practice.id).not.toBe(second);
  // What was wrong comes back before long, and what was put off does not come today.
  await page.reload();
  await expect(practice.count).toHaveText('9 new today');
  expect(await practice.id()).not.toBe(second);
  expect(await practice.id()).not.toBe(id);
});

test('the model draws new values each time, and after a wrong answer there is only Again', async ({ page }) => {
  await Practice.at(page, '?type=open');
  await page.getByText('All questions', { exact: true }).click();
  await page.getByRole('searchbox', { name: 'Find a question' }).fill('nagle-43-ms');
  await page.getByRole('button', { name: /How much\?.* · new$/ }).click();
  const card = page.locator('[data-card="nagle-43-ms"]');
  const question = card.getByText(/How many milliseconds/);
  await expect(question).toBeVisible({ timeout: 60_000 });
  const first = await question.textContent();

  await card.getByRole('textbox').fill('1e9');
  await card.getByRole('textbox').press('Enter');
  await expect(card.getByText('Not right.')).toBeVisible();
  const ratings = page.locator('li').getByRole('group', { name: 'How well did you know it?' });
  await expect(ratings.getByRole('button')).toHaveText([/^Again/]);
  await ratings.getByRole('button').click();
  await expect(page.getByText(/^It comes back in 1.minute/)).toBeVisible();

  // There are twelve draws: the same one may come twice.
  await expect(async () => {
    await page.getByRole('button', { name: 'Ask it again' }).click();
    await expect(card.getByRole('button', { name: 'Check' })).toBeVisible();
    const next = await question.textContent();
    await card.getByRole('button', { name: 'I don’t know' }).click();
    await ratings.getByRole('button').click();
    expect(next).not.toBe(first);
  }).toPass();
});

test.describe('wrong bets', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript((bets) => localStorage.setItem('in-flight.bets.1', JSON.stringify(bets)), BETS),
  );

  test('are asked again, a number as a number', async ({ page }) => {
    const practice = await Practice.at(page, '?type=bet');
    await expect(practice.count).toHaveText('2 new today');
    await page.goto('practice/?card=bet:congestion-window/one-per-cent');
    await expect(practice.question).toHaveText(/^A line of 20\sMbit\/s loses one packet in a hundred/);
    await page.keyboard.press('1');
    await expect(practice.card.getByRole('textbox')).toHaveValue('1');
    // By keys alone, and no key makes a wrong answer a good one.
    await page.keyboard.press('Enter');
    await expect(practice.card.getByText('Not right. That’s too low.')).toBeVisible();
    await page.keyboard.press('4');
    await page.keyboard.press('1');
    await expect(page.getByRole('heading', { name: 'Answered.' })).toBeFocused();
    await page.goto('practice/?type=bet');
    await expect(practice.question).toHaveText(/draw its window/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('4');
    await expect(practice.count).toHaveText('1 due');
    await expect(practice.question).toHaveText(/^A line of 20\sMbit\/s loses one packet in a hundred/);
    await practice.card.getByRole('textbox').fill('2.9');
    await page.keyboard.press('Enter');
    await expect(practice.card.getByText('Right.')).toBeVisible();
    await expect(practice.card.getByText('You bet 19 Mbit/s.')).toBeVisible();
    await expect(practice.card.getByRole('link', { name: 'See it in the figure' })).toHaveAttribute(
      'href',
      /figures\/congestion-window\/\?.*congestion-window\.loss=1/,
    );
  });

  test('a curve beside what it is', async ({ page }) => {
    const practice = await Practice.at(page, '?card=bet:congestion-window/reno');
    await expect(practice.question).toHaveText(/draw its window/);
    await expect(practice.card.getByRole('img')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(practice.card.getByRole('img', { name: /what you drew, 0 segments/ })).toBeVisible();
    await expect(practice.ratings.getByRole('button')).toHaveCount(4);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('2');
    await expect(page.getByRole('heading', { name: 'Answered.' })).toBeFocused();
  });
});

test('what is chosen stands in the address, and a link chooses', async ({ page }) => {
  const practice = await Practice.at(page, '');
  await page.getByText('Choose a topic', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Level' }).selectOption('Senior');
  await expect(page).toHaveURL(/practice\/\?level=senior$/);
  await expect(practice.card.getByText(/ · Senior$/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('Senior', { exact: true }).first()).toBeVisible();
  await expect(practice.card.getByText(/ · Senior$/)).toBeVisible();
  await page.goto('practice/?type=bet');
  await expect(page.getByRole('heading', { name: 'None of your bets was wrong.' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('where the browser stores nothing, the page says so and works', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  const practice = await Practice.at(page, '?type=open');
  await expect(page.getByText(/This browser doesn’t let the page store anything/)).toBeVisible();
  await expect(practice.count).toHaveText('10 new today');
  await practice.card.getByRole('button', { name: 'Show the answer' }).click();
  await practice.ratings.getByRole('button', { name: /^Good/ }).click();
  await expect(practice.count).toHaveText('9 new today');
});

test('a damaged file is refused, and the page says why', async ({ page }) => {
  await Practice.at(page, '');
  await page.getByText('Your data', { exact: true }).click();
  await page.getByText('Settings', { exact: true }).click();
  const own = { name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from('{"format": "in-fli') };
  await page.getByLabel(/^Import a file/).setInputFiles(own);
  await expect(page.getByText(/^mine\.json: .+ Nothing was changed\.$/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
