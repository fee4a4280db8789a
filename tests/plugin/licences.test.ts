/** What the page of licences says besides what the bundler finds. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { describe, expect, test } from 'vitest';
import { besides, linkedIn, spdxText } from '../../src/plugins/licences/entries';

const SITE = join(__dirname, '../..');

describe('what Python is linked from', () => {
  const engine = readFileSync(join(SITE, 'node_modules/pyodide/pyodide.asm.wasm'), 'latin1');

  test.each(linkedIn())('$name is in it', ({ says }) => expect(engine).toContain(says));

  test('licences have no gaps', () => {
    for (const { name, text } of besides(SITE)) {
      expect(text.length, name).toBeGreaterThan(200);
      expect(text, name).not.toMatch(/<(year|owner|copyright)/i);
    }
  });
});

test('a holder stands where the licence asks for one', () => {
  expect(spdxText('MIT', '2010 Ada')).toMatch(/^MIT License\n\nCopyright \(c\) 2010 Ada\n\nPermission/);
});

test.each(['worker/index.ts', 'sandbox/frame.ts', 'sandbox/inside.ts'])('%s has no package in it', async (entry) => {
  const { output } = await build({ input: join(SITE, 'src/runtime', entry), tsconfig: false, write: false });
  expect(output[0].moduleIds.filter((id) => id.includes('node_modules'))).toEqual([]);
  expect(output[0].imports).toEqual([]);
});
