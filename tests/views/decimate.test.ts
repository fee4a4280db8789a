import { describe, expect, it } from 'vitest';
import { decimate, GAP } from '../../src/views/decimate';

/** Small deterministic noise, so that a failure can be seen again. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('decimate', () => {
  it('keeps a short series whole', () => {
    expect(decimate([0, 1, 2], [5, 6, 7], 100)).toEqual([0, 1, 2]);
  });

  it('lifts the pen once per run of missing values, never at the ends', () => {
    expect(decimate([0, 1, 2, 3, 4, 5], [NaN, 1, NaN, NaN, 2, NaN], 100)).toEqual([1, GAP, 4]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'keeps smallest and largest value, order and ends, within its budget (seed %i)',
    (seed) => {
      const random = noise(seed);
      const n = 500 + Math.floor(random() * 20000);
      const pixels = 50 + Math.floor(random() * 700);
      let at = 0;
      const x = Float64Array.from({ length: n }, () => (at += random()));
      const y = Float64Array.from({ length: n }, () => (random() < 0.0005 ? 1000 * random() : random()));
      const gap = Math.floor(random() * n * 0.8);
      y.fill(NaN, gap, gap + 20);
      const kept = decimate(x, y, pixels);
      const drawn = kept.filter((i) => i !== GAP);
      const finite = Array.from(y).filter((value) => !Number.isNaN(value));
      const values = drawn.map((i) => y[i]!);
      expect(Math.max(...values)).toBe(Math.max(...finite));
      expect(Math.min(...values)).toBe(Math.min(...finite));
      expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a - b));
      expect(kept.filter((i) => i === GAP)).toHaveLength(gap === 0 ? 0 : 1);
      expect(drawn[drawn.length - 1]).toBe(n - 1);
      expect(drawn.length).toBeLessThanOrEqual(Math.max(2 * pixels + 8, n <= 2 * pixels ? n : 0));
    },
  );
});
