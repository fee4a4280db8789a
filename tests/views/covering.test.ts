import { expect, it } from 'vitest';
import type { Track } from '../../src/views/frame';
import { coveringOf } from '../../src/views/lanes/covering';

const track = (name: string, values: number[]): Track => ({
  name,
  label: name,
  unit: '',
  meaning: '',
  quantity: 'cwnd',
  values: Float64Array.from(values),
});
const y = (value: number): number => 100 - value;

it('a line on another is told apart from it, one beside it is left alone', () => {
  const written = track('written', [0, 20, 40, 60, 80]);
  const sent = track('sent', [0, 20, 40, 60, 75]);
  const acked = track('acked', [0, 0, 20, 40, 60]);
  expect(coveringOf([written, sent, acked], y)).toEqual(['under', 'over', undefined]);
});

it('places without a value do not count', () => {
  const cwnd = track('cwnd', [10, 20, 30]);
  expect(coveringOf([cwnd, track('ssthresh', [NaN, NaN, NaN])], y)).toEqual([undefined, undefined]);
  expect(coveringOf([cwnd, track('ssthresh', [NaN, 20, 30])], y)).toEqual(['under', 'over']);
});

it('a curve may lie on a level', () => {
  const throughput = track('throughput', [0, 95, 95, 95]);
  expect(coveringOf([throughput, track('line', [95, 95, 95, 95])], y)).toEqual([undefined, undefined]);
});
