/** A mock interview from the first question to the report, as somebody takes it who has to leave in between. */
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

  // An open question is followed by two more, and a reload comes back to the one that was asked.
  const answered = page.getByRole('button', { name: 'That’s my answer' });
  if (await answered.isVisible()) {
    await answered.click();
    await expect(page.getByText('Follow-up question 1 of 2')).toBeVisible();
    const asked = page.getByRole('heading', { level: 2 });
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
