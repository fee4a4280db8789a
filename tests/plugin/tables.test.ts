/** A table's headings are read out with each cell: none may be empty. axe says so too, but only once all is built. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const DOCS = join(import.meta.dirname, '../../docs');
const SEPARATOR = /^\|[\s:|-]+\|$/;

const headings = (text: string): string[] => {
  const lines = text.split('\n');
  return lines.filter((_, row) => SEPARATOR.test(lines[row + 1] ?? ''));
};

it('finds the headings of a table', () =>
  expect(headings('a\n\n| x | |\n| :--- | ---: |\n| 1 | 2 |\n')).toEqual(['| x | |']));

it.each(readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mdx')))(
  '%s names every column of its tables',
  (file) => {
    const text = readFileSync(join(DOCS, file), 'utf8');
    expect(headings(text).filter((line) => /\|\s*\|/.test(line))).toEqual([]);
  },
);
