import { describe, expect, it } from 'vitest';
import { dtw } from '../../src/memory/bets/dtw';
import { curveDistance, scoreCurve, scoreFactor, scoreShare } from '../../src/memory/bets/score';

const places = Array.from({ length: 100 }, (_, i) => i);
const sawtooth = (shift = 0): number[] => places.map((i) => (((i + shift) % 25) + 25) % 25);
const bell = (shift = 0): number[] => places.map((i) => Math.exp(-(((i - 50 - shift) / 8) ** 2)));

describe('dynamic time warping', () => {
  // README of the Python package `dtw` (pollen-robotics): distance 2.
  it('gives the distance of a published example', () =>
    expect(dtw([2, 0, 1, 1, 2, 4, 2, 1, 2, 0], [1, 1, 2, 4, 2, 1, 2, 0], 10)).toBe(2));

  /*
   * By hand, |a − b| and the sums in brackets:
   *        b: 0     2     3
   *  a: 0     0 (0) 2 (2) 3 (5)
   *     1     1 (1) 1 (1) 2 (3)
   *     3     3 (4) 1 (2) 0 (1)
   */
  it('gives what is worked out by hand', () => expect(dtw([0, 1, 3], [0, 2, 3], 3)).toBe(1));

  it('a band of nothing leaves the plain sum of differences', () =>
    expect(dtw([0, 5, 1, 1], [5, 0, 1, 2], 0)).toBe(11));

  it('a wider band never costs more, and one place makes a shift by one place free', () => {
    const [a, b] = [
      [0, 0, 4, 0, 0, 0],
      [0, 0, 0, 4, 0, 0],
    ];
    expect([0, 1, 5].map((band) => dtw(a, b, band))).toEqual([8, 0, 0]);
  });
});

describe('the score of a curve', () => {
  it('is 100 for the truth itself', () => {
    for (const truth of [sawtooth(), bell(), places.map(() => 7)]) expect(scoreCurve(truth, truth).points).toBe(100);
  });

  it('rests on a distance that is the same both ways round', () => {
    const other = sawtooth(9);
    expect(curveDistance(sawtooth(), other)).toBeCloseTo(curveDistance(other, sawtooth()), 12);
  });

  it('falls as a curve is lifted, by the formula: off by a tenth of the range is half the points', () => {
    const ramp = places.map((i) => i / 99);
    // A plateau on both sides, so that no warping can make up for the height.
    const level = places.map((i) => (i < 50 ? 0 : 1));
    const lifted = (by: number): number =>
      scoreCurve(
        level.map((y) => y + by),
        level,
      ).points;
    expect(lifted(0.1)).toBe(50);
    expect(lifted(0.2)).toBe(25);
    const points = [0, 0.02, 0.05, 0.1, 0.3, 1].map(
      (by) =>
        scoreCurve(
          ramp.map((y) => y + by),
          ramp,
        ).points,
    );
    expect(points).toEqual([...points].sort((a, b) => b - a));
    expect(points.at(-1)).toBeLessThan(points[0]!);
  });

  it('forgives a small shift in time, and less and less of a larger one', () => {
    const [none, small, large, larger] = [0, 4, 12, 25].map((shift) => scoreCurve(bell(shift), bell()).points);
    expect(none).toBe(100);
    expect(small).toBeGreaterThan(95);
    expect(large).toBeLessThan(small! - 10);
    expect(larger).toBeLessThan(large!);
  });

  it('a flat line against a sawtooth is a bad bet, at whatever height', () => {
    for (let height = 0; height <= 25; height++)
      expect(
        scoreCurve(
          places.map(() => height),
          sawtooth(),
        ).points,
      ).toBeLessThan(30);
  });

  it('does not depend on the unit', () => {
    const inBytes = (curve: number[]): number[] => curve.map((packets) => packets * 1514);
    expect(curveDistance(inBytes(bell(9)), inBytes(bell()))).toBeCloseTo(curveDistance(bell(9), bell()), 12);
  });

  it('against a level, its height is the measure', () => {
    const level = places.map(() => 10);
    expect(
      scoreCurve(
        places.map(() => 11),
        level,
      ).points,
    ).toBe(50);
  });
});

describe('the score of a number', () => {
  it('halves with each half of an order of magnitude', () => {
    expect(scoreFactor(7.9, 7.9)).toEqual({ by: 'factor', off: 1, points: 100 });
    expect(scoreFactor(10, 1).points).toBe(25);
    expect(scoreFactor(Math.sqrt(10), 1).points).toBe(50);
    expect(scoreFactor(1.4, 1).points).toBe(82);
  });

  it('is the same above and below, and in any unit', () => {
    expect(scoreFactor(3, 12).off).toBeCloseTo(4, 12);
    expect(scoreFactor(48, 12).off).toBeCloseTo(4, 12);
    expect(scoreFactor(3, 12).points).toBe(scoreFactor(48, 12).points);
    expect(scoreFactor(3000, 12_000).points).toBe(scoreFactor(3, 12).points);
  });

  it('falls with the error', () => {
    const points = [1, 1.2, 2, 5, 30, 1000].map((factor) => scoreFactor(factor, 1).points);
    for (const [i, value] of points.slice(1).entries()) expect(value).toBeLessThan(points[i]!);
  });

  it('where 0 is possible, counts the share of the range', () => {
    expect(scoreShare(0, 0, 40)).toEqual({ by: 'share', off: 0, points: 100 });
    expect(scoreShare(4, 0, 40)).toEqual({ by: 'share', off: 0.1, points: 50 });
    expect(scoreShare(0, 8, 40).points).toBe(25);
  });
});
