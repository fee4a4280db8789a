import { expect, test } from 'vitest';
import type { Quantity } from '../../src/model/contract';
import { decimate } from '../../src/plugins/inflight/runs/decimate';

const column = (name: string, quantity: Quantity, values: (number | null)[]) => ({
  name,
  unit: '',
  meaning: '',
  quantity,
  values,
});
const time = (rows: number) =>
  column(
    't',
    'time',
    Array.from({ length: rows }, (_, row) => row),
  );

test('short columns stay as they are, but for digits nobody sees', () => {
  const [t, y] = decimate([time(3), column('y', 'cwnd', [1.2345678, null, 3])], 10);
  expect(t!.values).toEqual([0, 1, 2]);
  expect(y!.values).toEqual([1.2346, null, 3]);
});

test('a straight line needs its ends only', () => {
  const values = Array.from({ length: 1000 }, (_, row) => 2 * row);
  expect(decimate([time(1000), column('y', 'cwnd', values)], 100)[0]!.values).toEqual([0, 999]);
});

test('a spike of one row survives, in whichever column it is', () => {
  const flat = Array.from({ length: 1000 }, () => 1);
  const spike = flat.map((value, row) => (row === 500 ? 9 : value));
  const [t, , y] = decimate([time(1000), column('flat', 'queue', flat), column('spike', 'cwnd', spike)], 10);
  expect(t!.values).toEqual([0, 499, 500, 501, 999]);
  expect(Math.max(...(y!.values as number[]))).toBe(9);
});

test('a gap stays a gap', () => {
  const values = Array.from({ length: 1000 }, (_, row) => (row > 300 && row < 600 ? null : 1));
  const [t, y] = decimate([time(1000), column('y', 'cwnd', values)], 50);
  const inGap = t!.values.map((at, index) => [at, y!.values[index]] as const).filter(([at]) => at! > 300 && at! < 600);
  expect(inGap.length).toBeGreaterThan(0);
  expect(inGap.every(([, value]) => value === null)).toBe(true);
  expect(t!.values).toEqual(expect.arrayContaining([300, 301, 599, 600]));
});

test('never more rows than asked for, all columns equally long', () => {
  const wild = Array.from({ length: 5000 }, (_, row) => Math.sin(row * row));
  const columns = decimate([time(5000), column('y', 'cwnd', wild)], 400);
  expect(columns.map(({ values }) => values.length)).toEqual([400, 400]);
});
