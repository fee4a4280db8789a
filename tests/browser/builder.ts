/** The teacher's builder, as far as more than one test uses it. */
import { expect, type Page } from '@playwright/test';

/** Adds a question of the kind whose card says so; its text is being written then. */
export async function add(page: Page, kind: string): Promise<void> {
  const summary = page.getByText('Add a question', { exact: true });
  const card = page.getByRole('button', { name: new RegExp(`^${kind} `) });
  if (!(await card.isVisible())) await summary.click();
  await card.click();
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused();
}

/** How the assignment stands, in Python's eyes. */
export const state = (page: Page) => page.getByRole('complementary').getByRole('status');

/** Python has seen all of it. */
export const good = (page: Page): Promise<void> =>
  expect(state(page)).toHaveText('✓ Python finds nothing wrong', { timeout: 60_000 });
