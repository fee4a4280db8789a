/** A call of the incident room’s highest level, on the Linux in the page. */
import { drawIncident } from '../../src/labs/incidents/draw';
import { INCIDENTS } from '../labs/services';
import { violations } from './axe';
import { expect, test } from './fixtures';

const ROOM = 'book/guide/incident-room/';

/** A restore and a measurement take seconds each, and more where other tests need the processor. */
const PATIENCE = { timeout: 60_000 };

/** A call that takes few seconds. */
const seed = Array.from({ length: 1000 }, (_, each) => each).find((each) => {
  const { id, fault } = drawIncident(INCIDENTS, each);
  return id === 'opening-time' && fault.id === 'ports';
})!;
const { complaint, fault } = drawIncident(INCIDENTS, seed);

test('the highest level loads nothing before it is asked for, and a seed is always the same call', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(ROOM);
  await page.getByRole('button', { name: 'For real' }).click();
  await expect(page).toHaveURL(/seed=\d+&level=4/);
  await expect(page.getByRole('button', { name: 'Start Linux' })).toBeVisible();
  await expect(page.getByText(/^Incident \d+ · For real · Linux 6\.12$/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${ROOM}?seed=${seed}&level=4`);
  await expect(page.locator('blockquote')).toHaveText(complaint.replaceAll('`', '').trim());
  expect(asked.filter((path) => path.includes('/machine/'))).toEqual([]);
});

test('a call is measured, named, repaired and graded @full', async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto(`${ROOM}?seed=${seed}&level=4`);
  await page.getByRole('button', { name: 'Start Linux' }).click();
  await page.getByRole('tab', { name: 'Measurement' }).click(PATIENCE);
  await page.getByRole('button', { name: 'Measure' }).click();
  await expect(page.getByText('The promise isn’t kept.')).toBeVisible(PATIENCE);

  await page.getByRole('tab', { name: 'Hypothesis' }).click();
  await page.getByRole('radio', { name: fault.cause }).check();
  await page.getByRole('button', { name: 'Settle on it' }).click();
  await expect(page.getByText('Your hypothesis:')).toContainText(fault.cause);
  expect(await violations(page)).toEqual([]);

  for (const [host, line] of fault.remedy) {
    await page.getByRole('tab', { name: `${host}#` }).click();
    await page.getByRole('group', { name: `Terminal of ${host}` }).click();
    await page.keyboard.type(`${line}\n`, { delay: 10 });
  }
  await page.getByRole('tab', { name: /^Measurement/ }).click();
  await page.getByRole('button', { name: 'Measure' }).click();
  await expect(page.getByText('The promise is kept.')).toBeVisible(PATIENCE);
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'It’s over' }).click();
  await expect(page.getByText('100 out of 100 points')).toBeVisible();
  await expect(page.getByText(fault.made.replace('on sender ', 'sender# '))).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
