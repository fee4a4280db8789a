/** A reader who knows better: the report has all that somebody needs to look into it, and goes nowhere by itself. */
import { readFile } from 'node:fs/promises';
import { violations } from './axe';
import { expect, test } from './fixtures';

const CARD = 'nagle-nodelay-all';

test('an answer of the book is disputed: the report is there to be copied and saved', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`practice/?card=${CARD}`);
  const card = page.locator(`[data-card="${CARD}"]`);
  await card.getByRole('radio', { name: 'A fact.' }).check({ timeout: 60_000 });
  await expect(card.getByText('Dispute this')).toHaveCount(0);
  await card.getByRole('button', { name: 'Check' }).click();
  await card.getByRole('button', { name: 'Dispute this' }).click();

  const dialog = page.getByRole('dialog', { name: 'Dispute this' });
  const text = dialog.getByLabel('The report');
  await expect(text).toHaveValue(new RegExp(`# Disputed: question ${CARD}`));
  const said = await text.inputValue();
  for (const part of [
    `practice/?card=${CARD}`,
    '> A fact.',
    '> A myth.',
    'worth 0%',
    'small-writes/nagle#',
    'seed ',
    'browser Mozilla/',
  ])
    expect(said).toContain(part);
  expect(said).toContain(`> ${(await card.locator('h2').textContent())!.slice(0, 20)}`);
  expect(await violations(page, 'dialog')).toEqual([]);

  const added = `${said}RFC 896 says otherwise.`;
  await text.fill(added);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(added);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a file' }).click();
  expect((await saved).suggestedFilename()).toBe(`disputed-${CARD}.md`);
  expect(await readFile(await (await saved).path(), 'utf8')).toBe(added);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Dispute this' })).toBeFocused();
});
