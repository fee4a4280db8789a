/** A run of many transfers, spread over the Pythons that the machine has cores for. */
import { cpus } from 'node:os';
import type { StoredResult } from '../../src/model/types';
import { cpython } from '../command-line';
import { Figure } from './figure';
import { expect, test } from './fixtures';

const NAME = 'loss-and-rtt';
// Long enough that one Python alone would keep the reader waiting.
const CHOSEN = { rate: 60, duration: 8 };
const ADDRESS = `embed/${NAME}/?${Object.entries(CHOSEN)
  .map(([name, value]) => `${NAME}.${name}=${value}`)
  .join('&')}`;

const hold = (figure: Figure, name: 'Stop' | 'Resume') => figure.root.getByRole('button', { name });
/** What the cells say that have a value; the others say `–`. */
const said = async (figure: Figure): Promise<string[]> =>
  (await figure.picture.locator('rect > title').allTextContents()).filter((text) => /: [\d.]+ Mbit\/s$/.test(text));
const filled = async (figure: Figure): Promise<number> => (await said(figure)).length;

test(
  'the map fills cell by cell, on several Pythons, and comes to what the command line comes to',
  {
    tag: '@full',
  },
  async ({ page }) => {
    const printed = JSON.parse(
      cpython('run', NAME, ...Object.entries(CHOSEN).flatMap(([name, value]) => [`--${name}`, `${value}`]), '--json'),
    ) as StoredResult;
    await page.goto(ADDRESS);
    const figure = new Figure(page, NAME);
    await hold(figure, 'Stop').waitFor();
    if (cpus().length > 1) await expect.poll(() => page.workers().length).toBeGreaterThan(1);
    await figure.settled();
    await expect(figure.sentence).toHaveText(printed.sentence);
    expect(await filled(figure)).toBe(48);
  },
);

test('stopped, it keeps the cells that are there; it goes on with those that are not', async ({ page }) => {
  await page.goto(ADDRESS);
  const figure = new Figure(page, NAME);
  // What the page was built with stands until the first cells are there.
  await expect.poll(() => filled(figure)).toBeLessThan(48);
  await hold(figure, 'Stop').click();
  await expect(hold(figure, 'Resume')).toBeVisible();
  const kept = await said(figure);
  expect(kept.length).toBeGreaterThan(0);
  await hold(figure, 'Resume').click();
  await figure.settled();
  expect(await said(figure)).toEqual(expect.arrayContaining(kept));
  expect(await filled(figure)).toBe(48);
});
