import { describe, expect, it } from 'vitest';
import { blank, filled, KEY_STRIDE, lift, PLACES, resample, stroke } from '../../src/memory/bets/curve';

describe('a sketch', () => {
  it('follows the pointer, in either direction, and stays within the axis', () => {
    const [from, to] = [
      { place: 10, height: 0 },
      { place: 20, height: 10 },
    ];
    const right = stroke(blank(), from, to);
    expect(right.slice(9, 22)).toEqual([undefined, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, undefined]);
    expect(stroke(blank(), to, from)).toEqual(right);
    const wide = stroke(blank(), { place: -5, height: 1 }, { place: PLACES + 5, height: 1 });
    expect(wide).toEqual(new Array(PLACES).fill(1));
  });

  it('a tap is a point', () => {
    const tap = { place: 30.4, height: 5 };
    expect(stroke(blank(), tap, tap).flatMap((height, i) => (height === undefined ? [] : [[i, height]]))).toEqual([
      [30, 5],
    ]);
  });

  it('is joined by straight lines, level at the ends', () => {
    expect(filled(blank())).toBeUndefined();
    const two = lift(lift(blank(), 40, 4), 44, 8);
    const curve = filled(two)!;
    expect(curve.slice(39, 47)).toEqual([4, 4, 5, 6, 7, 8, 8, 8]);
    expect(curve).toHaveLength(PLACES);
  });

  it('a stop that is lifted takes what was drawn around it along', () => {
    const level = stroke(blank(), { place: 0, height: 2 }, { place: PLACES - 1, height: 2 });
    const curve = filled(lift(level, 40, 6))!;
    expect(curve.slice(40 - KEY_STRIDE, 41 + KEY_STRIDE)).toEqual([2, 3, 4, 5, 6, 5, 4, 3, 2]);
  });
});

describe('resampling', () => {
  it('a straight line stays one, whatever its samples', () =>
    expect(resample([0, 1, 7, 10], [0, 2, 14, 20], { from: 0, to: 10, count: 5 })).toEqual([0, 5, 10, 15, 20]));

  it('goes over what is missing, and is level beyond the ends', () => {
    const xs = [0, 1, 2, 3, 4];
    const ys = [NaN, 1, NaN, 3, NaN];
    expect(resample(xs, ys, { from: 0, to: 4, count: 5 })).toEqual([1, 1, 2, 3, 3]);
  });

  it('keeps a step', () =>
    expect(resample([0, 5, 5, 10], [1, 1, 9, 9], { from: 0, to: 10, count: 5 })).toEqual([1, 1, 1, 9, 9]));
});
