/** Which section is being read, for a window of 900 px: the eyes rest 300 px below its top. */
import { expect, test } from 'vitest';
import { placeOf } from '../../src/prose/contents/useReadingPlace';

const at = (...tops: number[]) => placeOf(tops, tops.at(-1)! + 400, 900, false);

test('before the first section none is read', () => expect(at(301, 900).section).toBe(-1));
test('a section that begins at the eyes is read, from its beginning', () =>
  expect(at(300, 900)).toEqual({ section: 0, share: 0 }));
test('half of it lies above the eyes', () => expect(at(100, 500, 900)).toEqual({ section: 0, share: 0.5 }));
test('the last one ends with the chapter', () => expect(at(-900, 0)).toEqual({ section: 1, share: 0.75 }));
test('behind its end it is read', () => expect(at(-900, -800)).toEqual({ section: 1, share: 1 }));
test('at the end of the page the last one is read, however short', () =>
  expect(placeOf([-500, 600, 800], 850, 900, true)).toEqual({ section: 2, share: 1 }));
