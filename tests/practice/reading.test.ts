/** Which sections count as read. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Reading } from '../../src/practice/reading';

/** A page of three sections; the first heading is on the screen. */
let reading: Reading;
beforeEach(() => {
  reading = new Reading(3, 0);
  reading.move(0, 'in', 0);
});

it('a section is read when somebody stayed on it and its end was there for a while', () => {
  expect(reading.count(20_000)).toEqual([]);
  reading.move(1, 'in', 20_000);
  expect(reading.count(20_500)).toEqual([]);
  expect(reading.count(21_100)).toEqual([0]);
  // Once; and of the second no end has been seen.
  expect(reading.count(60_000)).toEqual([]);
});

it('it is not, when the reader runs past it', () => {
  for (const [edge, at] of [
    [1, 100],
    [2, 300],
    [3, 500],
  ] as const)
    reading.move(edge, 'in', at);
  for (const edge of [0, 1, 2]) reading.move(edge, 'above', 900);
  expect(reading.count(2000)).toEqual([]);
  // Only the last one is still there.
  expect(reading.count(9000)).toEqual([2]);
});

it('an end that was seen only in passing does not count', () => {
  reading.count(20_000);
  reading.move(1, 'in', 20_000);
  reading.move(1, 'below', 20_600);
  reading.move(1, 'in', 22_000);
  expect(reading.count(22_600)).toEqual([]);
  expect(reading.count(23_100)).toEqual([0]);
});

it('a window that nobody looks at does not read', () => {
  reading.move(1, 'in', 1000);
  reading.skip(60_000);
  expect(reading.count(60_900)).toEqual([]);
  reading.count(63_000);
  expect(reading.count(65_000)).toEqual([0]);
});

describe('what is read when an edge moves', () => {
  it('is told then', () => {
    reading.move(1, 'in', 1000);
    expect(reading.move(1, 'above', 9000)).toEqual([0]);
  });
});
