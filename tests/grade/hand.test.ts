/** Points by hand in the page are what Python makes of them. */
import { expect, test } from 'vitest';
import { countOf, entriesOf, type Hand, markIn, withEntries, withMark } from '../../src/classroom/grade/hand';

const mark = (points: number | null, comment = ''): { points: number | null; comment: string } => ({ points, comment });

test('an id counts without case and spaces around it, and any id can be one', () => {
  let hand: Hand = withMark({}, '  Ada  L ', 'q', mark(1));
  expect(markIn(hand, 'ada l', 'q')).toEqual(mark(1));
  for (const id of ['__proto__', 'constructor', 'toString']) {
    expect(markIn(hand, id, 'name')).toBeUndefined();
    hand = withMark(hand, id, 'q', mark(2));
    expect(markIn(hand, id, 'q')).toEqual(mark(2));
  }
  expect(markIn(JSON.parse(JSON.stringify(hand)) as Hand, '__proto__', 'q')).toEqual(mark(2));
});

test('a mark that is taken back is gone, and a comment alone is kept and does not count', () => {
  const hand = withMark(withMark({}, 'a', 'q', mark(1)), 'a', 'r', mark(null, 'hm'));
  expect(countOf(hand)).toBe(1);
  expect(entriesOf(hand)).toEqual([{ student: 'a', question: 'q', points: 1, comment: '' }]);
  expect(withMark(withMark(hand, 'a', 'q', mark(null)), 'a', 'r', mark(null))).toEqual({});
});

test('marks from a file lie over those that are there', () => {
  const hand = withMark(withMark({}, 'a', 'q', mark(1)), 'a', 'r', mark(2));
  const both = withEntries(hand, [{ student: 'A', question: 'q', points: 0.5, comment: 'half' }]);
  expect(both).toEqual({ a: { q: mark(0.5, 'half'), r: mark(2) } });
});
