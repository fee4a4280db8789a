import type { Table } from '../../model/types';
import { columnOf, wordOf } from '../tables';

/** A side is in a state, or waits for a timer, from `start` to `end`. */
export interface Span {
  start: number;
  end: number;
  side: string;
  name: string;
}

/** Rows of a table with start, end, side and a column that names them; what has no end yet lasts until `last`. */
export function readSpans(table: Table | undefined, named: string, last: number): Span[] {
  if (!table) return [];
  const [start, end, side, name] = ['start', 'end', 'side', named].map((column) => columnOf(table, column));
  return Array.from(start!.values, (from, i): Span => {
    const to = end!.values[i] ?? NaN;
    return {
      start: from,
      end: Number.isNaN(to) ? last : to,
      side: wordOf(side!, side!.values[i] ?? NaN),
      name: wordOf(name!, name!.values[i] ?? NaN),
    };
  })
    .filter((span) => span.end >= span.start)
    .sort((a, b) => a.start - b.start);
}

/** The latest of these that has begun and not ended at `t`. */
export const spanAt = (spans: readonly Span[], t: number): Span | undefined =>
  spans.filter(({ start, end }) => start <= t && t <= end).at(-1);

/** States that mean trouble have the colour of what brought them; in all others a connection is at ease or on its way. */
const HUES: Record<string, string> = {
  recovery: 'loss',
  loss: 'rto',
  disorder: 'queue',
  cwr: 'queue',
  open: 'inflight',
  established: 'inflight',
};

/** The colour of a state, never the only thing that tells it. */
export const hueOf = (state: string): string => HUES[state.toLowerCase()] ?? 'sequence';
