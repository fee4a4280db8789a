/** Practice, sessions and keys that are published later: what a student sees of them, and what the file says. */
import type { Page } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../src/classroom/address';
import { violations } from './axe';
import { expect, test } from './fixtures';

const SLOW = { timeout: 60_000 };
const ROOT = join(__dirname, '../..');

const TEACHERS = {
  schema: 'inflight.assignment/1',
  id: 'trust',
  title: 'Trust',
  key: 'public',
  secret: 'a secret that nobody guesses',
  questions: [
    {
      id: 'window',
      kind: 'numeric',
      text: 'Your path has {rtt}. How much?',
      points: 2,
      figure: { id: 'three-windows', at: { rtt: { from: 20, to: 200, step: 1 }, duration: 1 }, show: 'never' },
      ask: { summary: 'goodput' },
      reason: { text: 'Why so much?', points: 1 },
    },
    {
      id: 'choice',
      kind: 'choice',
      text: 'Which?',
      points: 1,
      choices: [{ text: 'this', right: true }, { text: 'that' }],
    },
  ],
};

/** What the command line says of a teacher's file. */
function asked(what: string, file: string): string {
  const env = { ...process.env, PYTHONPATH: join(ROOT, 'simulations') };
  return execFileSync('python3', ['-m', 'inflight', 'assignment', what, file], { env, encoding: 'utf8' });
}

async function begin(page: Page, assignment: string): Promise<void> {
  await page.goto(`assignment/${hashOf(assignment)}`);
  await page.getByLabel('Student ID').fill('ada', SLOW);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByText(/^\d+ of \d+ answered$/)).toBeVisible(SLOW);
}

async function handIn(page: Page): Promise<Record<string, unknown>> {
  const saved = page.waitForEvent('download', SLOW);
  await page.getByRole('button', { name: 'Hand in: save the file' }).click();
  return JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as Record<string, unknown>;
}

test('students practise, and get the paths that count with the code of a session', async ({ page }, info) => {
  const file = info.outputPath('teacher.json');
  writeFileSync(file, JSON.stringify({ ...TEACHERS, proctored: ['Tuesday', 'Thursday'] }));
  const code = asked('codes', file).slice(0, 12);
  await begin(page, asked('public', file));
  const path = page.getByText('Your path has');
  const practised = await path.textContent();
  await expect(page.getByRole('button', { name: 'Hand in: save the file' })).toBeHidden();
  expect(await violations(page)).toEqual([]);

  const session = page.getByRole('region', { name: 'Practice' });
  await session.getByLabel('Session code').fill(`${code.slice(0, 11)}${code.endsWith('7') ? '8' : '7'}`);
  await session.getByRole('button', { name: 'Start the session' }).click();
  await expect(session.getByText('it is mistyped, or belongs to another assignment')).toBeVisible(SLOW);
  await session.getByLabel('Session code').fill(code.toLowerCase().replaceAll('-', ' '));
  await session.getByRole('button', { name: 'Start the session' }).click();
  await expect(session).toBeHidden(SLOW);
  await expect(path).not.toHaveText(practised!);
  await page.locator('#question-choice').getByRole('radio', { name: 'this' }).check();
  await page.locator('#question-window-why').getByRole('textbox').fill('As the window is what limits.');

  const drawn = await path.textContent();
  await page.waitForTimeout(500);
  await page.reload();
  await expect(path).toHaveText(drawn!, SLOW);
  await expect(page.locator('#question-choice').getByRole('radio', { name: 'this' })).toBeChecked();
  expect((await handIn(page)).code).toBe(code);
});

test('nothing is told before the key is opened, and then what was handed in is', async ({ page }, info) => {
  const file = info.outputPath('teacher.json');
  writeFileSync(file, JSON.stringify({ ...TEACHERS, feedback: 'reveal' }));
  const open = asked('public', file);
  expect(open).not.toContain('goodput');
  await begin(page, open);
  const choice = page.locator('#question-choice');
  await choice.getByRole('radio', { name: 'this' }).check();
  await expect(choice.getByRole('button', { name: 'Check' })).toBeHidden();
  await handIn(page);
  await expect(page.getByText('Write the receipt down')).toBeVisible(SLOW);
  await expect(page.getByText(/\d of \d points?\./)).toBeHidden();

  await page.goto(`assignment/${hashOf(asked('reveal', file))}`);
  await page.getByRole('button', { name: 'Continue as ada' }).or(choice).first().waitFor(SLOW);
  if (await page.getByRole('button', { name: 'Continue as ada' }).isVisible())
    await page.getByRole('button', { name: 'Continue as ada' }).click();
  await expect(page.getByText('This is the key.')).toBeVisible(SLOW);
  await expect(choice.getByText('1 of 1 points.')).toBeVisible(SLOW);
  await expect(choice.getByRole('radio').first()).toBeDisabled();
});

test('a teacher names sessions, and is told their codes', async ({ page }, info) => {
  const file = info.outputPath('teacher.json');
  writeFileSync(file, JSON.stringify({ ...TEACHERS, proctored: ['Tuesday'] }));
  await page.goto('teach/');
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('textbox', { name: 'Sessions' }).fill('Tuesday\nThursday');
  await expect(page.getByRole('group', { name: 'What marks withstand' })).toBeVisible();
  await expect(page.getByText('Thursday', { exact: true })).toBeVisible(SLOW);
  await expect(page.getByText(asked('codes', file).slice(0, 12))).toBeVisible(SLOW);
});

test('a teacher has a page to ask each student from', async ({ page }, info) => {
  const [file, public_, handed] = ['t.json', 'p.json', 'handed.json'].map((name) => info.outputPath(name));
  writeFileSync(file!, JSON.stringify({ ...TEACHERS, proctored: ['Tuesday'] }));
  writeFileSync(public_!, asked('public', file!));
  const code = asked('codes', file!).slice(0, 12);
  const made = `import sys; sys.path.insert(0, 'tests/models'); import json; from classroom_cheat import cheat; print(cheat(json.load(open(sys.argv[1])), 'ada', sys.argv[2]))`;
  const env = { ...process.env, PYTHONPATH: join(ROOT, 'simulations') };
  writeFileSync(handed!, execFileSync('python3', ['-c', made, public_!, code], { cwd: ROOT, env, encoding: 'utf8' }));
  await page.goto('grade/');
  const inputs = page.locator('input[type=file]');
  await inputs.nth(0).setInputFiles(file!);
  await inputs.nth(1).setInputFiles(handed!);
  await expect(page.getByRole('cell', { name: 'Session: Tuesday.' })).toBeVisible(SLOW);
  const saved = page.waitForEvent('download', SLOW);
  await page.getByRole('button', { name: 'Conversation sheets' }).click(SLOW);
  const { unzipSync, strFromU8 } = await import('fflate');
  const files = unzipSync(readFileSync(await (await saved).path()));
  expect(Object.keys(files)).toEqual(['trust-ada.html']);
  const text = strFromU8(files['trust-ada.html']!);
  expect(text).toContain('1. About window');
  expect(text).toMatch(/What would it be if “Round-trip time” were [\d.]+ ms instead of/);
});
