import { ascending } from 'd3-array';
import type { Column, Result } from '../../model/types';
import { edgesOf } from '../bandArea';
import { nearestRank } from '../quantile';
import { columnOf } from '../tables';
import type { Band } from '../view';

/** Between these two lie at least eight runs in ten, at each x. */
const LOW = 10;
const HIGH = 90;

/** Where fewer runs than this share have a value, a percentile of them would say little. */
const ENOUGH = 0.5;

/** Where each x of a run stands. */
const rowsOf = ({ columns: [x] }: Result): Map<number, number> =>
  new Map(Array.from(x!.values, (value, row) => [value, row]));

/**
 * The spread of runs that differ in their random numbers alone, at each x of the longest. A run that is shorter or
 * has no value somewhere is not counted there.
 */
export function bandOf(runs: readonly Result[]): Band | undefined {
  const [first] = runs;
  if (!first) return undefined;
  const longest = runs.reduce((most, run) =>
    run.columns[0]!.values.length > most.columns[0]!.values.length ? run : most,
  );
  const [x, ...rest] = longest.columns as [Column, ...Column[]];
  const rows = runs.map(rowsOf);
  const low: Column[] = [x];
  const high: Column[] = [x];
  for (const column of rest) {
    const values = runs.map((run) => columnOf(run.columns, column.name).values);
    const spread = Array.from(x.values, (at) =>
      values
        .map((of, run) => of[rows[run]!.get(at) ?? -1] ?? NaN)
        .filter((value) => !Number.isNaN(value))
        .sort(ascending),
    ).map((sorted) => (sorted.length >= ENOUGH * runs.length ? sorted : []));
    low.push({ ...column, values: Float64Array.from(spread, (sorted) => nearestRank(sorted, LOW)) });
    high.push({ ...column, values: Float64Array.from(spread, (sorted) => nearestRank(sorted, HIGH)) });
  }
  return { runs: runs.length, low: { columns: low, events: [] }, high: { columns: high, events: [] } };
}

const own = new WeakMap<object, Omit<Band, 'runs'> | undefined>();

/** The band that a run brings with it: of columns that name two others, between which runs of the same setting lie. */
export function ownBand(run: Result): Omit<Band, 'runs'> | undefined {
  if (!own.has(run)) own.set(run, edgesIn(run));
  return own.get(run);
}

function edgesIn({ columns }: Result): Omit<Band, 'runs'> | undefined {
  const wide = columns.flatMap((column) => {
    const edges = edgesOf(column, columns);
    return edges ? [edges.map((values) => ({ ...column, values }))] : [];
  });
  if (wide.length === 0) return undefined;
  const edge = (place: number): Band['low'] => ({
    columns: [columns[0]!, ...wide.map((edges) => edges[place]!)],
    events: [],
  });
  return { low: edge(0), high: edge(1) };
}
