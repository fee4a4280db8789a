/** The decisions of a case: by keyboard, heard, and picked again. */
import { expect, test } from './fixtures';

const CASE = 'book/cases/big-query/';

test('a wrong pick is answered and marked, and another may follow', async ({ page }) => {
  await page.goto(CASE);
  const question = page.locator('[role="group"]:has([data-right])').first();
  const wrong = question.locator('[data-right="false"]').first();
  const right = question.locator('[data-right="true"]').first();
  await expect(right.getByText('That’s it', { exact: true })).toBeHidden();

  await wrong.locator('summary').press('Enter');
  await expect(wrong.getByText('Not it', { exact: true })).toBeVisible();
  await expect(wrong.getByText('Pick again.')).toBeVisible();
  await wrong.locator('summary').press('Enter');
  await expect(wrong.getByText('Not it', { exact: true })).toBeVisible();

  await right.locator('summary').press('Enter');
  await expect(right.getByText('That’s it', { exact: true })).toBeVisible();
  await expect(question.getByText('Found on pick 2.')).toBeVisible();
  await expect(question.locator('[aria-live="polite"]')).toContainText('That’s it');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('each choice opens, and says whether it was right', async ({ page }) => {
    await page.goto(CASE);
    for (const choice of await page.locator('[data-right]').all()) {
      const words = (await choice.getAttribute('data-right')) === 'true' ? 'That’s it' : 'Not it';
      await expect(choice.getByText(words, { exact: true })).toBeHidden();
      await choice.locator('summary').click();
      await expect(choice.getByText(words, { exact: true })).toBeVisible();
    }
  });
});
