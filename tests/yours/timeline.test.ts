/** What is drawn of a capture, and what its address says. */
import { describe, expect, test } from 'vitest';
import type { DirectionTold, IntervalTold } from '../../src/model/contract';
import { lookIn, withLook } from '../../src/yours/address';
import { filterOf } from '../../src/yours/filterOf';
import { asRun, wholeOf } from '../../src/yours/timeline/asRun';
import { intervalAt, layoutStrip } from '../../src/yours/timeline/layoutStrip';
import { whereTo } from '../../src/yours/timeline/whereTo';

const NAMES = {
  ...{ time: 't', sent: 'sent', acked: 'acked', edge: 'edge', flight: 'flight' },
  ...{ window: 'window', rtt: 'rtt', rate: 'rate', gap: 'gap' },
};

/** 1 kB each 100 ms, acknowledged 100 ms later, within a window that is first small and then huge. */
const DIRECTION = {
  intervals: [],
  happenings: [{ kind: 'rto', title: 'Timeout', t: 0.25, packet: 9, at: 0, text: 'It waited.' }],
  series: {
    t: [0, 0.1, 0.2, 0.3],
    sent: [0, 1000, 2000, 3000],
    acked: [0, 0, 1000, 2000],
    edge: [null, 1500, 2500, 90_000],
    flight: [0, 1000, 1000, 1000],
    window: [null, 1500, 1500, 88_000],
  },
  rounds: { t: [0.1, 0.2], rtt: [100, 110], rate: [0.08, 0.08], gap: [100, null] },
} as unknown as DirectionTold;

const WHOLE = wholeOf(DIRECTION, 0.4);
const column = (drawn: ReturnType<typeof asRun>, name: string): number[] =>
  Array.from(drawn.run.columns.find((each) => each.name === name)!.values);

describe('a direction as a run', () => {
  test('curves run between their points, measurements hold until the next, and nothing is made up', () => {
    const drawn = asRun(DIRECTION, WHOLE, WHOLE, NAMES);
    expect(column(drawn, 't')).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
    expect(column(drawn, 'sent')).toEqual([0, 1000, 2000, 3000, 3000]);
    expect(column(drawn, 'rtt')).toEqual([NaN, 100, 110, 110, 110]);
    expect(column(drawn, 'gap')).toEqual([NaN, 100, NaN, NaN, NaN]);
  });

  test('a window far above what is in flight is left out of the picture, and its size said', () => {
    const drawn = asRun(DIRECTION, WHOLE, WHOLE, NAMES);
    expect(column(drawn, 'window')).toEqual([NaN, 1500, 1500, NaN, NaN]);
    expect(column(drawn, 'edge')).toEqual([NaN, 1500, 2500, NaN, NaN]);
    expect(drawn.beyond).toBe(88_000);
  });

  test('a part of it counts from what was acknowledged where it begins', () => {
    const drawn = asRun(DIRECTION, [0.25, 0.35], WHOLE, NAMES);
    expect(drawn.base).toBe(1500);
    expect(column(drawn, 'acked')).toEqual([0, 500, 500]);
    expect(column(drawn, 'sent')).toEqual([1000, 1500, 1500]);
    expect(drawn.run.events).toEqual([{ t: 0.25, kind: 'rto', text: 'Timeout: It waited.' }]);
  });
});

describe('the strip', () => {
  const interval = (start: number, end: number): IntervalTold =>
    ({ start, end, limit: 'path', sure: true }) as IntervalTold;
  const all = [interval(0, 50), interval(50, 50.2), interval(50.2, 50.6), interval(60, 100)];
  const place = (from: number, to: number) =>
    layoutStrip(
      all,
      (t) => ((t - from) / (to - from)) * 100,
      { left: 0, right: 100 },
      () => 'Path',
    );

  test('of intervals in one pixel the longest is drawn, and those outside are not', () => {
    expect(place(0, 100).map(({ index }) => index)).toEqual([0, 2, 3]);
    expect(place(50, 51).map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  test('a pause belongs to the nearer neighbour', () => {
    expect([49, 50.1, 52, 58, 200].map((t) => intervalAt(all, t))).toEqual([0, 1, 2, 3, 3]);
  });

  test('what is chosen comes into sight', () => {
    expect(whereTo([0, 10], { start: 5, end: 8 }, [0, 100])).toEqual([0, 10]);
    expect(whereTo([0, 10], { start: 50, end: 52 }, [0, 100])).toEqual([46, 56]);
    expect(whereTo([0, 10], { start: 99, end: 100 }, [0, 100])).toEqual([90, 100]);
  });
});

test('an address holds what is looked at, leaves alone what is not its own, and refuses nonsense', () => {
  expect(withLook('?theme=dark&connection=9', { from: 'client', interval: 3 })).toBe(
    '?theme=dark&from=client&interval=3',
  );
  expect(withLook('?connection=9', {})).toBe('');
  expect(lookIn('?connection=2&from=server&interval=0')).toEqual({ connection: 2, from: 'server', interval: 0 });
  expect(lookIn('?connection=-1&from=10.0.0.1&interval=1e9')).toEqual({});
});

test('Wireshark finds one packet, or several', () => {
  expect(filterOf([7])).toBe('frame.number == 7');
  expect(filterOf([7, 9])).toBe('frame.number >= 7 && frame.number <= 9');
});
