/** A mock interview from the first question to the report, as somebody takes it who has to leave in between. */
import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect, test } from './fixtures';

test('an interview is taken, goes on after a reload, is marked and becomes reviews', async ({ page }) => {
  await page.goto('interview/');
  await page.getByRole('radio', { name: '30 minutes' }).check();
  await page.getByRole('checkbox', { name: 'Staff' }).check();
  await page.getByRole('checkbox', { name: 'Small writes' }).check();
  expect(await violations(page, 'main')).toEqual([]);
  const planned = Number(/^(\d+) questions/.exec((await page.getByText(/questions, \d+ of them/).textContent())!)![1]);
  await page.getByRole('button', { name: 'Start' }).click();

  const place = page.getByText(/^Question \d+ of \d+$/);
  await expect(place).toHaveText(`Question 1 of ${planned}`);
  await page.getByLabel(/^Notes/).fill('How far away is the client?');
  const question = (await page.getByRole('heading', { level: 2 }).textContent())!;
  expect(await violations(page, 'main')).toEqual([]);
  // What was written is kept while it is written.
  await page.waitForTimeout(1500);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(question);
  await expect(page.getByLabel(/^Notes/)).toHaveValue('How far away is the client?');

  const answered = page.getByRole('button', { name: 'That’s my answer' });
  while (await answered.isVisible()) await answered.click();
  await page.getByRole('button', { name: 'Next question' }).click();
  await expect(place).toHaveText(`Question 2 of ${planned}`);
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Pass' }).click();
  await expect(place).toHaveText(`Question 3 of ${planned}`);
  await page.getByRole('button', { name: 'End the interview' }).click();

  const report = page.getByText(/3 questions in \d+:\d\d/);
  await expect(report).toBeVisible();
  await expect(page.getByText('How far away is the client?')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What to read' })).toBeVisible();
  await expect(page.locator('[data-card]')).toHaveCount(3, { timeout: 60_000 });
  expect(await violations(page, 'main')).toEqual([]);
  await page.getByRole('button', { name: /^I’ve marked it/ }).click();
  await expect(page.getByText(/The questions are now in your reviews/)).toBeVisible();

  const address = page.url();
  await page.goto('practice/');
  await page.goto(address);
  await expect(report).toBeVisible();
  await expect(page.getByRole('button', { name: /^I’ve marked it/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'Another interview' }).click();
  await page.getByRole('button', { name: /^Delete the interview/ }).click();
  await expect(page.getByRole('heading', { name: 'Earlier interviews' })).toHaveCount(0);
});

test('an open question is followed by two more, and a sum has a whiteboard', async ({ page }) => {
  await page.goto('interview/');
  await page.getByRole('radio', { name: '30 minutes' }).check();
  await page.getByRole('button', { name: 'Start' }).click();
  const answered = page.getByRole('button', { name: 'That’s my answer' });
  const whiteboard = page.getByLabel(/^Whiteboard/);
  const place = page.getByText(/^Question \d+ of \d+$/);
  const seen = { open: false, sum: false };
  // Each interview has both, somewhere.
  for (;;) {
    await page.locator('[data-card]').waitFor();
    const before = (await place.textContent())!;
    if (!seen.open && (await answered.isVisible())) {
      await followUp(page);
      seen.open = true;
    } else if (await whiteboard.isVisible()) {
      await whiteboard.fill('8 kB × 2\n= 16 kB');
      seen.sum = true;
    }
    if (seen.open && seen.sum) break;
    await page.getByRole('button', { name: 'Pass' }).click();
    await expect(place).not.toHaveText(before);
  }
  await page.getByRole('button', { name: 'End the interview' }).click();
  await expect(page.getByText('It depends.')).toBeVisible();
  await expect(page.getByText('A good answer:').first()).toBeVisible();
  await expect(page.getByText(/^Your working:\s8 kB × 2\s= 16 kB$/)).toBeVisible();
});

/** Answers an open question, and what is asked after it, with a reload in between. */
async function followUp(page: Page): Promise<void> {
  const answered = page.getByRole('button', { name: 'That’s my answer' });
  const asked = page.getByRole('heading', { level: 2 });
  const question = (await asked.textContent())!;
  await answered.click();
  await expect(page.getByText('Follow-up question 1 of 2')).toBeVisible();
  await expect(asked).not.toHaveText(question);
  await expect(asked).toBeFocused();
  await page.getByRole('textbox', { name: (await asked.textContent())! }).fill('It depends.');
  expect(await violations(page, 'main')).toEqual([]);
  await page.waitForTimeout(1500);
  await page.reload();
  await expect(page.getByText('Follow-up question 1 of 2')).toBeVisible();
  await expect(page.getByText('It depends.')).toBeVisible();
  await answered.click();
  await expect(page.getByText('Follow-up question 2 of 2')).toBeVisible();
}
