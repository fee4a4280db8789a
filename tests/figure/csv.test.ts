/** What a reader downloads as CSV has the form and the numbers of the command line's. */
import { csvParse, csvParseRows } from 'd3-dsv';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../src/figure/share/csv';
import { fileName } from '../../src/figure/share/fileName';
import type { Experiment } from '../../src/model/contract';
import { unpack } from '../../src/model/stored';
import type { Result, StoredResult } from '../../src/model/types';
import { cpython } from '../command-line';
import { experiment } from './parameters';

const params = { size: 65536, rate: 2.5, rounds: 26, algorithm: 'reno', gso: false };
const run: Result = {
  experiment: 'sample',
  parameters: params,
  seed: 7,
  columns: [
    { name: 't', unit: 's', meaning: '', quantity: 'time', values: Float64Array.of(0, 0.5, 1e-7) },
    { name: 'share', unit: '', meaning: '', quantity: 'queue', values: Float64Array.of(1 / 3, NaN, -2) },
  ],
  events: [],
  summary: {},
  sentence: '',
  commands: [],
};

const isNote = (line: string): boolean => line.startsWith('#');
const split = (csv: string) => {
  const lines = csv.split(/\r?\n/);
  return {
    notes: lines.filter(isNote),
    table: lines
      .filter((line) => !isNote(line))
      .join('\n')
      .trimEnd(),
  };
};

describe('CSV', () => {
  it('says first what was set, with units, and where it comes from', () => {
    expect(split(toCsv(experiment, run, 'https://example.org/?sample.rate=2.5')).notes).toEqual([
      '# experiment: sample',
      '# size: 65536 B',
      '# rate: 2.5 Mbit/s',
      '# rounds: 26',
      '# algorithm: reno',
      '# gso: off',
      '# seed: 7',
      '# source: https://example.org/?sample.rate=2.5',
    ]);
  });

  it('then has every row, to the last bit, and nothing where there is no value', () => {
    const rows = csvParse(split(toCsv(experiment, run, '')).table);
    expect(rows.columns).toEqual(['t (s)', 'share']);
    expect(rows.map((row) => row['t (s)']).map(Number)).toEqual([0, 0.5, 1e-7]);
    expect(rows.map((row) => row['share'])).toEqual([String(1 / 3), '', '-2']);
  });

  it('is the table that the command line writes', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'inflight-')), 'run.csv');
    const args = ['run', 'congestion-window', '--rate', '3', '--duration', '5'];
    cpython(...args, '--csv', file);
    const { experiments } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };
    const schema = experiments.find(({ id }) => id === 'congestion-window')!;
    const whole = unpack(JSON.parse(cpython(...args, '--json')) as StoredResult);

    const cells = (csv: string) =>
      csvParseRows(split(csv).table, (row, index) => (index === 0 ? row : row.map((cell) => cell && Number(cell))));
    const theirs = cells(readFileSync(file, 'utf8'));
    expect(theirs.length).toBeGreaterThan(100);
    const ours = toCsv(schema, whole, '');
    expect(cells(ours)).toEqual(theirs);
    // But for the version and the address, which only one of them knows.
    const told = (csv: string) => split(csv).notes.filter((note) => !/^# (inflight|source)\b/.test(note));
    expect(told(ours)).toEqual(told(readFileSync(file, 'utf8')));
  });
});

describe('the name of a file', () => {
  const name = (more: object, seed = 1) =>
    fileName(experiment, { size: 16384, rate: 10, rounds: 26, algorithm: 'cubic', gso: true, ...more }, seed, 'csv');

  it('says what differs from the defaults', () => {
    expect(name({})).toBe('sample.csv');
    expect(name({ size: 65536 })).toBe('sample-size-65536.csv');
    expect(name({ rate: 2.5, gso: false }, 3)).toBe('sample-rate-2.5-gso-off-seed-3.csv');
  });

  it('is safe and short whatever was set', () => {
    expect(name({ algorithm: '../../etc/x y' })).toBe('sample-algorithm-..-..-etc-x-y.csv');
    expect(name({ algorithm: 'a'.repeat(500) })).toBe('sample.csv');
    expect(name(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, i]))).length).toBeLessThan(110);
  });
});
