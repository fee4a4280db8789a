/** Archives made to do harm: page and command line find the same files in them, and say the same of the others. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distinct, type Found, unpack } from '../../src/classroom/grade/intake';
import { LARGEST } from '../../src/classroom/grade/session';
import { SIMULATIONS } from '../command-line';

type Told = [name: string, wrong: string, size: number, hash: string][];

const folder = mkdtempSync(join(tmpdir(), 'archives-'));
let told: Record<string, Told>;

beforeAll(() => {
  const env = { ...process.env, PYTHONPATH: SIMULATIONS, PYTHONIOENCODING: 'utf-8' };
  const text = execFileSync('python3', [join(__dirname, 'archives.py'), folder], {
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  told = JSON.parse(text) as Record<string, Told>;
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

async function lineOf({ name, wrong = '', size, blob }: Found): Promise<Told[number]> {
  const hash = blob && createHash('sha256').update(new Uint8Array(await blob.arrayBuffer()));
  return [name, wrong, size, hash?.digest('hex') ?? ''];
}

test('page and command line say the same', { timeout: 120_000 }, async () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.zip'));
  expect(names.length).toBeGreaterThan(40);
  const here: Record<string, Told> = {};
  for (const name of names) {
    const blob = new Blob([readFileSync(join(folder, name))]);
    const found = await unpack([{ name, size: blob.size, blob }], LARGEST);
    here[name.replace('.zip', '')] = await Promise.all(distinct(found, []).map(lineOf));
  }
  expect(here).toEqual(told);
});

test('of each there is a row, and each way to fail is met', () => {
  for (const rows of Object.values(told)) expect(rows.length).toBeGreaterThan(0);
  const wrongs = new Set(Object.values(told).flatMap((rows) => rows.map(([, wrong]) => wrong)));
  for (const word of ['damaged', 'encrypted', 'method 12', 'no files', 'isn’t a .zip', '20001', 'all files together'])
    expect([...wrongs].join(' ')).toContain(word);
});
