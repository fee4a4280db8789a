/** What a figure comes to is written by the build, or held to its source. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import results, { NUMBERS, readStatements } from '../../src/plugins/inflight/content/results';

const folder = mkdtempSync(join(tmpdir(), 'results-'));
const chapter = join(folder, 'x.mdx');

const run = (rate: number, time: number) => ({
  parameters: { rate },
  summary: {
    time: { value: time, unit: 'ms' },
    line: { value: rate, unit: 'Mbit/s' },
    rounds: { value: 120, unit: '' },
    share: { value: 0.5 * time, unit: '%' },
  },
});
const page = {
  experiment: {
    presets: [
      { id: 'slow', name: 'Slow' },
      { id: 'fast', name: 'Fast' },
    ],
    parameters: [{ kind: 'number', name: 'rate', unit: 'Mbit/s' }],
  },
  runs: { slow: run(12.5, 605.26), fast: run(125, 45.67) },
};

beforeAll(() => {
  mkdirSync(join(folder, 'first'));
  writeFileSync(join(folder, 'first/page.json'), JSON.stringify(page));
});
afterAll(() => rmSync(folder, { recursive: true }));

const list = (yaml: string): void => writeFileSync(chapter.replace('.mdx', NUMBERS), yaml);

/** What the build says of a text beside the figure. */
function refused(text: string): string {
  const file = new VFile({ path: chapter, value: `<Experiment id="page" name="top" />\n\n${text}\n` });
  const whole = unified().use(remarkParse).use(remarkMdx).use(remarkGfm).use(results, { data: folder });
  try {
    whole.runSync(whole.parse(file), file);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a result that is written by hand', () => {
  beforeAll(() => list('- { says: "[7] of them", figure: page, are: [rounds] }'));

  it('is named with its line and what to write', () => {
    expect(refused('It takes 605 ms.')).toContain('line 3: “605 ms” is <Quantity figure="top" summary="time" />');
    expect(refused('A share of 303%.')).toContain('summary="share"');
  });

  it('may be that of a preset that the page names, and of no other', () => {
    expect(refused('Choose *Fast*: 45.7 ms.')).toContain('summary="time" preset="fast"');
    expect(refused('It took 45.7 ms.')).toBe('');
  });

  it('is not one of two digits, of a slider, of another unit, of a table, or within a larger number', () => {
    const fine = ['605 s', '605', '12.5 Mbit/s', '1605 ms', '2.605 ms', '605 ms/s', '| a |\n| --- |\n| 605 ms |'];
    for (const text of fine) expect(refused(text)).toBe('');
  });

  it('is allowed where it is held to its source', () => {
    list('- { says: "took [605] ms", recording: A, are: [a] }');
    expect(refused('Linux took 605 ms.')).toBe('');
  });
});

describe('a list of numbers', () => {
  it('gives the words of the chapter and the numbers in them', () => {
    list('- { says: "took [605] ms, not [1,200]", recording: A, are: [a, b] }');
    expect(readStatements(chapter)).toMatchObject([{ words: 'took 605 ms, not 1,200', numbers: ['605', '1,200'] }]);
  });

  it.each([
    ['- { says: "took [605] ms", recording: A, are: [a, b] }', '1 numbers in brackets'],
    [
      '- { says: "took [605] ms", recording: A, figure: page, are: [a] }',
      'one of figure, recording, recordings and moved',
    ],
    ['- { says: "took [605] ms", figure: page, kernel: "6.12", are: [a] }', 'a kernel is that of a recording'],
    ['- { says: "[1] to [2] to [3]", figure: page, seeds: "5", are: [a] }', '3 numbers in brackets'],
  ])('refuses %s', (yaml, message) => {
    list(yaml);
    expect(() => readStatements(chapter)).toThrow(message);
  });
});
