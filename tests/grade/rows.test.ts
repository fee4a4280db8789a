/** The table's order and its filters. */
import { expect, test } from 'vitest';
import { matches, sorted, type Sorting } from '../../src/classroom/grade/rows';
import { question, row } from './row';

const files = (rows: ReturnType<typeof sorted>): string[] => rows.map(({ file }) => file);
const by = (column: Sorting['column'], descending = false): Sorting => ({ column, descending });

test('names count numbers as numbers, and a row without a name stands by its id or its file', () => {
  const rows = [
    row('c', { student: { id: 's10', name: '' } }),
    row('b', { student: { id: 's9', name: '' } }),
    row('r2.json', { student: { id: '', name: '' } }),
    row('a', { student: { id: 's1', name: 'Ägidius' } }),
  ];
  expect(files(sorted(rows, by('student')))).toEqual(['a', 'r2.json', 'b', 'c']);
  expect(files(sorted(rows, by('student', true)))).toEqual(['c', 'b', 'r2.json', 'a']);
});

test('what has no points stands at the end, whichever way', () => {
  const rows = [
    row('refused', { verdict: 'refused', points: null, questions: [] }),
    row('two', { points: 2, questions: [question('q', { points: 2 })] }),
    row('ten', { points: 10, questions: [question('q', { points: null })] }),
    row('none', { points: 0, questions: [question('q', { points: 0 })] }),
  ];
  expect(files(sorted(rows, by('points')))).toEqual(['none', 'two', 'ten', 'refused']);
  expect(files(sorted(rows, by('points', true)))).toEqual(['ten', 'two', 'none', 'refused']);
  expect(files(sorted(rows, by('q:q')))).toEqual(['none', 'two', 'refused', 'ten']);
  expect(files(sorted(rows, by('q:q', true)))).toEqual(['two', 'none', 'refused', 'ten']);
});

test('verdicts come with what needs a look first, and equals by their file', () => {
  const rows = [row('b'), row('a'), row('d', { verdict: 'altered' }), row('e', { verdict: 'refused' })];
  rows.push(row('c', { verdict: 'to-read' }));
  expect(files(sorted(rows, by('verdict')))).toEqual(['e', 'd', 'c', 'a', 'b']);
});

test('all words have to be somewhere in a row', () => {
  const one = row('x.json', { student: { id: '17', name: 'Ada Lovelace' }, reason: 'The receipt does not fit' });
  expect(matches(one, '', 'lovelace RECEIPT')).toBe(true);
  expect(matches(one, '', 'lovelace hopper')).toBe(false);
  expect(matches(one, 'graded', '')).toBe(true);
  expect(matches(one, 'refused', '')).toBe(false);
});
