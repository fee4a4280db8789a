/** What was built stands until something that it depends on changes: nothing of that may be forgotten. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { PROGRAMS } from '../../src/plugins/inflight/build';

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
  const all = reach(join(SITE, 'src/plugins/inflight/runs/thread.ts'));
  const programs = PROGRAMS.map((path) => join(SITE, path));
  const forgotten = [...all].filter((file) => !programs.some((path) => file === path || file.startsWith(`${path}/`)));
  expect(all.size).toBeGreaterThan(PROGRAMS.length);
  expect(forgotten.map((file) => relative(SITE, file))).toEqual([]);
});
