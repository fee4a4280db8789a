/** A browser that is killed, as by a power cut: what was typed a moment before is there when it comes back. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, test } from '@playwright/test';
import { launchOptions } from '../../scripts/setup/launch.mjs';
import { hashOf } from '../../src/classroom/address';

const profile = mkdtempSync(join(tmpdir(), 'killed-'));
test.afterAll(() => rmSync(profile, { recursive: true, force: true }));

/** The browser's processes: those that were told to keep this profile. */
const processes = (): number[] =>
  execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(profile))
    .map((line) => Number.parseInt(line, 10));

const open = (): Promise<BrowserContext> => chromium.launchPersistentContext(profile, launchOptions());

test('answers outlive a browser that is killed 0.7 s after the last key', async ({ baseURL }) => {
  test.skip(process.platform === 'win32', 'the browser’s processes are found by ps and killed by SIGKILL');
  test.setTimeout(180_000);
  const assignment = JSON.parse(readFileSync(join(__dirname, 'assignments/each-kind.json'), 'utf8')) as object;
  const address = `${baseURL}assignment/${hashOf(assignment, { student: 's-9' })}`;
  const field = '#question-twelve input';

  const before = await open();
  const page = await before.newPage();
  await page.goto(address);
  await page.locator(field).pressSequentially('12.34', { delay: 50, timeout: 90_000 });
  await page.waitForTimeout(700);
  for (const pid of processes()) process.kill(pid, 'SIGKILL');
  await before.close().catch(() => undefined);
  expect(processes()).toEqual([]);

  const after = await open();
  const again = await after.newPage();
  await again.goto(address);
  await expect(again.locator(field)).toHaveValue('12.34', { timeout: 90_000 });
  await after.close();
});
