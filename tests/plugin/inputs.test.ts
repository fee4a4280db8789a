/** What was built stands until something that it depends on changes: nothing of that may be forgotten. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { INPUTS } from '../../src/plugins/inflight/build';

const SITE = join(__dirname, '../..');
const IMPORT = /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)';/gm;

/** The files that a file imports for more than their types, and what those import. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const plain = join(dirname(file), path!);
    const found = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
      .map((ending) => plain + ending)
      .find((name) => existsSync(name) && /\.\w+$/.test(name));
    if (found) reach(found, seen);
  }
  return seen;
}

test('every module that the build imports is an input', () => {
  const folder = join(SITE, 'src/plugins/inflight');
  const modules = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const all = new Set(modules.flatMap((name) => [...reach(join(folder, name))]));
  expect(all.size).toBeGreaterThan(modules.length);
  const forgotten = [...all]
    .map((file) => relative(SITE, file))
    .filter((file) => !INPUTS.some((input) => file === input || file.startsWith(`${input}/`)));
  expect(forgotten).toEqual([]);
});
