import { describe, expect, it } from 'vitest';
import { formatFigure, formatNumber, formatRange, formatSetting, formatValue, scaled } from '../../src/views/format';
import { keepUnits } from '../../src/text/units';

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [3.14159, '3.14'],
    [10, '10'],
    [0.0451, '0.045'],
    [1448, '1448'],
    [25000, '25,000'],
    [-2.5, '−2.5'],
    [NaN, '–'],
  ])('%d → %s', (value, text) => expect(formatNumber(value)).toBe(text));
});

describe('formatRange', () => {
  it.each([
    [3.99134, 4.69569, 's', '3.99–4.7\u00a0s'],
    [0.8, 1.2, 's', '0.8–1.2\u00a0s'], // one prefix for both: that of the larger
    [196_000, 351_000, 'B', '196–351\u00a0kB'],
    [1.9001, 1.9002, 's', '1.9\u00a0s'],
  ])('%d to %d %s → %s', (low, high, unit, text) => expect(formatRange([low, high], unit)).toBe(text));

  it('a number of a summary is a range where chance decides, and nothing where it has no value', () => {
    const figure = { value: 4.1, unit: 's', label: 'Transfer time' };
    expect(formatFigure(figure)).toBe('4.1\u00a0s');
    expect(formatFigure({ ...figure, band: [4, 5] })).toBe('4–5\u00a0s');
    expect(formatFigure({ ...figure, value: null })).toBe('–');
  });
});

describe('formatValue', () => {
  it.each([
    [262144, 'B', '262\u00a0kB'],
    [22e6, 'B', '22\u00a0MB'],
    [0.0451, 's', '45.1\u00a0ms'],
    [12, 's', '12\u00a0s'],
    [9.56, 'Mbit/s', '9.56\u00a0Mbit/s'],
    [2500, 'Mbit/s', '2.5\u00a0Gbit/s'],
    [0.02, 'Mbit/s', '20\u00a0kbit/s'],
    [134.4, 'segments', '134\u00a0segments'],
    [1, 'packets', '1\u00a0packet'],
    [1, 'ms', '1\u00a0ms'],
    [1, 'packets/ms', '1\u00a0packets/ms'],
    [1.5, '%', '1.5%'],
    [2, '', '2'],
  ])('%d %s → %s', (value, unit, text) => expect(formatValue(value, unit)).toBe(text));
});

describe('formatSetting', () => {
  it.each([
    [16384, 'B', '16\u00a0KiB'],
    [4 << 20, 'B', '4\u00a0MiB'],
    [16385, 'B', '16.385\u00a0kB'],
    [1234567, 'B', '1234567\u00a0B'],
    [0.01, '%', '0.01%'],
    [1000, 'Mbit/s', '1\u00a0Gbit/s'],
    [40, 'ms', '40\u00a0ms'],
  ])('%d %s → %s', (value, unit, text) => expect(formatSetting(value, unit)).toBe(text));
});

it('an axis takes one prefix for all its values', () => {
  expect(scaled('B', 4e6)).toEqual({ factor: 1e-6, unit: 'MB' });
  expect(scaled('packets', 4e6)).toEqual({ factor: 1, unit: 'packets' });
});

it('a number keeps its unit on its line', () => {
  expect(keepUnits('22 MB took 26.1 s, 6.75 Mbit/s, 7% of the line: 3 segments, 5 sent')).toBe(
    '22\u00a0MB took 26.1\u00a0s, 6.75\u00a0Mbit/s, 7% of the line: 3 segments, 5 sent',
  );
});
