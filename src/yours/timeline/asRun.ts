import { bisectRight, max, min } from 'd3-array';
import type { DirectionTold, Quantity } from '../../model/contract';
import { ofColumns } from '../../model/ofColumns';
import type { Column, Result } from '../../model/types';

/** From when to when, s since the connection began. */
export type Span = readonly [from: number, to: number];

/** What the curves are called where they are drawn. */
export interface Names {
  time: string;
  sent: string;
  acked: string;
  edge: string;
  flight: string;
  window: string;
  rtt: string;
  rate: string;
  gap: string;
}

export interface Drawn {
  run: Result;
  /** Byte of the stream that the first lane counts from. */
  base: number;
  /** The smallest receive window that is left out, since the picture would show nothing else; bytes. */
  beyond: number | undefined;
}

type Values = readonly (number | null)[];

/** A window so many times what is in flight, or an edge so many times as far as the data, would flatten all else. */
const FAR = { window: 3, edge: 1.25 };

/** All that there is of a direction. */
export function wholeOf({ series, rounds, intervals }: DirectionTold, seconds: number): Span {
  const ends = [series.t.at(-1), rounds.t.at(-1), intervals.at(-1)?.end].map((t) => t ?? 0);
  const starts = [series.t[0], intervals[0]?.start].map((t) => t ?? 0);
  return [Math.min(0, ...starts), Math.max(seconds, ...ends)];
}

/** A value between two that were taken; NaN where one of them is unknown, and before the first. */
function between(times: readonly number[], values: Values, t: number): number {
  const next = bisectRight(times, t);
  const before = values[next - 1];
  if (next === 0 || before === null || before === undefined) return NaN;
  if (next === times.length || times[next - 1] === t) return before;
  const after = values[next];
  if (after === null || after === undefined) return NaN;
  const [t0, t1] = [times[next - 1]!, times[next]!];
  return before + ((after - before) * (t - t0)) / (t1 - t0);
}

/** What was last measured; NaN where nothing was. */
const held = (times: readonly number[], values: Values, t: number): number => values[bisectRight(times, t) - 1] ?? NaN;

/** Moments of both kinds of curves within the span, and its ends. */
function momentsOf({ series, rounds }: DirectionTold, [from, to]: Span): number[] {
  const inside = [...series.t, ...rounds.t].filter((t) => t > from && t < to);
  return [...new Set([from, ...inside, to])].sort((a, b) => a - b);
}

/** A direction, or a span of it, as a run that the views draw: curves with times of their own on one axis. */
export function asRun(direction: DirectionTold, span: Span, whole: Span, names: Names): Drawn {
  const { series, rounds, happenings } = direction;
  const times = momentsOf(direction, span);
  const curve = (values: Values): Float64Array => Float64Array.from(times, (t) => between(series.t, values, t));
  const steps = (values: Values): Float64Array => Float64Array.from(times, (t) => held(rounds.t, values, t));

  const acked = curve(series.acked);
  const base = span[0] > whole[0] ? Math.floor(acked[0] || 0) : 0;
  const sent = curve(series.sent).map((value) => value - base);
  const far = FAR.edge * (max(sent) ?? 0);
  const edge = curve(series.edge).map((value) => (value - base > far ? NaN : value - base));
  const flight = curve(series.flight);
  const most = FAR.window * (max(flight) ?? 0);
  const windows = curve(series.window);
  const isBeyond = (value: number): boolean => most > 0 && value > most;
  const beyond = min(windows.filter(isBeyond));

  const column = (name: string, unit: string, quantity: Quantity, values: Float64Array): Column => ({
    ...{ name, unit, quantity, values },
    meaning: name,
  });
  return {
    base,
    beyond,
    run: ofColumns(
      [
        column(names.time, 's', 'time', Float64Array.from(times)),
        column(names.sent, 'B', 'inflight', sent),
        column(
          names.acked,
          'B',
          'sequence',
          acked.map((value) => value - base),
        ),
        column(names.edge, 'B', 'rwnd', edge),
        column(names.flight, 'B', 'inflight', flight),
        column(
          names.window,
          'B',
          'rwnd',
          windows.map((value) => (isBeyond(value) ? NaN : value)),
        ),
        column(names.rtt, 'ms', 'rtt', steps(rounds.rtt)),
        column(names.rate, 'Mbit/s', 'throughput', steps(rounds.rate)),
        column(names.gap, 'ms', 'time', steps(rounds.gap)),
      ],
      happenings
        .filter(({ t }) => t >= span[0] && t <= span[1])
        .map(({ t, kind, title, text }) => ({ t, kind, text: `${title}: ${text}` })),
    ),
  };
}
