/** One figure from start to end without a mouse: everything is reached by Tab and moved by keys. */
import type { Locator } from '@playwright/test';
import { Figure } from './figure';
import { expect, test } from './fixtures';

const NAME = 'congestion-window';

/** Open the menu of what is seldom wanted. */
async function openMore(more: Locator): Promise<void> {
  await more.press('Enter');
  await expect(more).toHaveAttribute('aria-expanded', 'true');
}

/** Press Tab until this has the focus, or Shift and Tab where it comes before; a reader would give up, too. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  const wayTo = (element: Element): 'here' | 'Shift+Tab' | 'Tab' => {
    const { activeElement } = document;
    if (element === activeElement) return 'here';
    const isBefore = activeElement!.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
    return isBefore ? 'Shift+Tab' : 'Tab';
  };
  for (let press = 0; press < 80; press++) {
    const way = await target.evaluate(wayTo);
    if (way === 'here') return;
    await page.keyboard.press(way);
  }
  throw new Error(`${target.toString()} cannot be reached by Tab`);
}

test('a figure is read, broken, compared and taken away by keyboard alone', async ({ page }) => {
  await page.goto(`figures/${NAME}/`);
  const figure = new Figure(page, NAME);
  await figure.live();
  const { root } = figure;
  const button = (name: string): Locator => root.getByRole('button', { name, exact: true });
  const built = await figure.curves();

  // Past the menus, to a named setting.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await tabTo(root.getByRole('button', { name: /^All \d+$/ }));
  await page.keyboard.press('Enter');
  await tabTo(figure.preset('Too small a buffer'));
  await page.keyboard.press('Enter');
  await expect.poll(() => figure.address()).toEqual({ [`${NAME}.buffer`]: '3' });
  await expect.poll(() => figure.curves()).not.toBe(built);

  // The edge of the queue in the pipe, then play and pause.
  const edge = root.getByRole('slider', { name: /drag its edge/ });
  await tabTo(edge);
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => Number(figure.address()[`${NAME}.buffer`])).toBeGreaterThan(3);
  await figure.settled();
  const time = root.getByRole('slider', { name: 'Time in the pipe' });
  await tabTo(button('Play'));
  const rest = await time.inputValue();
  await page.keyboard.press('Enter');
  await expect.poll(() => time.inputValue()).not.toBe(rest);
  await page.keyboard.press('Enter');
  await expect(button('Play')).toBeFocused();

  // Another view, its cursor, and the first view again.
  await tabTo(figure.view);
  await page.keyboard.type('Seq');
  await expect(figure.view).toHaveValue('sequence');
  await tabTo(figure.cursor);
  await page.keyboard.press('Home');
  const start = await figure.cursor.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowRight');
  await expect(figure.cursor).not.toHaveAttribute('aria-valuetext', start!);
  await figure.view.focus();
  await page.keyboard.type('Pack');
  await expect(figure.view).not.toHaveValue('sequence');

  // Keep it, move a slider, type a value.
  await openMore(button('More'));
  await tabTo(button('Keep as A'));
  await page.keyboard.press('Enter');
  await tabTo(root.getByRole('button', { name: /^All \d+ controls/ }));
  await page.keyboard.press('Enter');
  const slider = figure.slider('Round-trip time');
  await tabTo(slider);
  const rtt = await slider.getAttribute('aria-valuetext');
  await page.keyboard.press('PageUp');
  await expect(slider).not.toHaveAttribute('aria-valuetext', rtt!);
  await expect(root.locator('li[data-role="pinned"]')).toContainText('Round-trip time');
  await tabTo(figure.field('Duration'));
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect.poll(() => figure.address()[`${NAME}.duration`]).toBe('5');
  await figure.settled();

  // What stands behind it.
  await tabTo(root.locator('summary'));
  await page.keyboard.press('Enter');
  await tabTo(root.getByRole('tab', { name: 'On your machine' }));
  await page.keyboard.press('ArrowRight');
  await expect(root.getByRole('tab', { selected: true })).toHaveText('Python');

  // Take it away: the link, and a file.
  await openMore(button('More'));
  const download = page.waitForEvent('download');
  await tabTo(root.getByRole('button', { name: /^CSV/ }));
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/^congestion-window.*\.csv$/);

  // And back to where it began.
  await expect(button('More')).toBeFocused();
  await tabTo(button('Reset'));
  await page.keyboard.press('Enter');
  await expect.poll(() => figure.address()).toEqual({});
  await expect.poll(() => figure.curves()).toBe(built);
});
