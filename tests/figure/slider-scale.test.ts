import { describe, expect, it } from 'vitest';
import { fromPosition, move, POSITIONS, stops, toPosition } from '../../src/figure/sliderScale';
import { number, rate, rounds } from './parameters';

const KINDS = {
  log2: number(),
  log10: rate,
  linear: rounds,
  'linear, continuous': number({ min: 0, max: 5, default: 1, scale: 'linear', step: null, integer: false }),
};

describe.each(Object.entries(KINDS))('a slider: %s', (_, parameter) => {
  const grid = stops(parameter);

  it('has stops from one end to the other, the default among them', () => {
    expect(grid[0]).toBe(parameter.min);
    expect(grid.at(-1)).toBe(parameter.max);
    expect(grid).toContain(parameter.default);
    expect(grid.every((stop, index) => index === 0 || stop > grid[index - 1]!)).toBe(true);
    if (parameter.integer) expect(grid.every(Number.isInteger)).toBe(true);
  });

  it('gives back each stop from its own position', () => {
    for (const stop of grid) expect(fromPosition(parameter, toPosition(parameter, stop))).toBe(stop);
  });

  it('never leaves the range', () => {
    for (let position = 0; position <= POSITIONS; position += 7) {
      const value = fromPosition(parameter, position);
      expect(value).toBeGreaterThanOrEqual(parameter.min);
      expect(value).toBeLessThanOrEqual(parameter.max);
    }
    expect(move(parameter, parameter.max, 5)).toBe(parameter.max);
    expect(move(parameter, parameter.min, -5)).toBe(parameter.min);
  });

  it('moves by keys from stop to stop, and back', () => {
    for (const [index, stop] of grid.slice(0, -1).entries()) {
      expect(move(parameter, stop, 1)).toBe(grid[index + 1]);
      expect(move(parameter, grid[index + 1]!, -1)).toBe(stop);
    }
  });

  it('moves from a typed value between two stops to the nearest in that direction', () => {
    const between = (grid[3]! + grid[4]!) / 2;
    expect(move(parameter, between, 1)).toBe(grid[4]);
    expect(move(parameter, between, -1)).toBe(grid[3]);
  });
});
