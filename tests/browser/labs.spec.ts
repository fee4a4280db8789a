/** Labs in the page: from the click to a session, which a replay confirms, in the page and in Node.js. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import manifest from '../../machine/manifest.json';
import type { Replayed } from '../../src/labs/replay';
import type { Transcript } from '../../src/labs/transcript';
import type { MachineFiles } from '../../src/machine/files';
import { compileProgram } from '../../src/plugins/inflight/programs';
import { labOf, replayed, transcriptOf } from '../labs/sessions';
import { violations } from './axe';
import { expect, test } from './fixtures';
import type { ReplayInPage } from './replayer';

const LAB = labOf('black-hole');
const PATIENCE = 60_000;

/** Of the machine’s three files, as the page asks for them. */
async function addressesOf(page: Page): Promise<(name: string) => string> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByRole('button', { name: 'Start Linux' }).click();
  const find = (name: string) => asked.find((address) => address.includes(`/machine/${name}-`));
  await expect.poll(() => find('thread'), { timeout: PATIENCE }).toBeDefined();
  return (name) => find(name)!;
}

test('a lab is solved by typing, and its session can be saved @full', async ({ page }) => {
  test.setTimeout(3 * PATIENCE);
  await page.goto('linux/');
  await page.getByRole('link', { name: LAB.title }).click();
  await expect(page.getByRole('heading', { name: LAB.title })).toBeVisible();
  await page.getByRole('button', { name: 'Start Linux' }).click();
  const check = page.getByRole('button', { name: 'Check' });
  const type = async (line: string): Promise<void> => {
    await page.getByRole('group', { name: 'Terminal of sender' }).click();
    await page.keyboard.type(`${line}\n`, { delay: 10 });
    await page.waitForTimeout(1000);
  };
  await check.click({ timeout: PATIENCE });
  await expect(page.getByText('didn’t end within')).toBeVisible({ timeout: PATIENCE });
  await type(LAB.wrong[0]!.types[0]![1]);
  await check.click();
  await expect(page.getByText('That is still too long.')).toBeVisible({ timeout: PATIENCE });
  await page.getByRole('button', { name: 'Show a hint for 15 points' }).click();
  await expect(page.getByText('headers add 28 bytes')).toBeVisible();
  await type(LAB.solution[0]![1]);
  await check.click();
  await expect(page.getByText('Solved, for 85 of 100 points.')).toBeVisible({ timeout: PATIENCE });
  await expect(page.getByText('path MTU discovery has nothing to learn from')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to hand in' }).click(),
  ]);
  const session = JSON.parse(readFileSync(await file.path(), 'utf8')) as Transcript;
  expect(await replayed(session)).toMatchObject({ is: 'solved' });
  await page.getByRole('link', { name: 'All labs' }).click();
  await expect(page.getByText('Solved, 85 points')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test('a session prints in the page what it prints in Node.js, each time @full', async ({ page }) => {
  test.setTimeout(5 * PATIENCE);
  await page.goto('linux/');
  const find = await addressesOf(page);
  const wasm = await (await page.request.get(find('v86'))).body();
  const files: MachineFiles = {
    program: find('thread'),
    wasm: { url: find('v86'), bytes: wasm.length, sha256: createHash('sha256').update(wasm).digest('hex') },
    state: { url: find('linux'), bytes: 0, sha256: manifest.state.sha256 },
    now: manifest.state.now,
  };
  await page.evaluate(
    new TextDecoder().decode(await compileProgram(join(__dirname, '../..'), '../tests/browser/replayer.ts')),
  );
  for (const lab of [LAB, labOf('lossy-link')]) {
    const session = transcriptOf(lab.id, lab.solution);
    const replayedInPage = (): Promise<Replayed> =>
      page.evaluate(([...given]) => (globalThis as unknown as { replayInPage: ReplayInPage }).replayInPage(...given), [
        files,
        lab,
        session,
      ] as Parameters<ReplayInPage>);
    const inNode = await replayed(session);
    expect(inNode.is).toBe('solved');
    expect([await replayed(session), await replayedInPage(), await replayedInPage()]).toEqual([inNode, inNode, inNode]);
  }
});
