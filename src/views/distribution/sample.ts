import { ascending, bin } from 'd3-array';
import type { DistributionSpec } from '../../model/contract';
import type { Column } from '../../model/types';
import { evenly } from '../even';
import { columnOf, tableOf } from '../tables';
import type { RunOverlay } from '../view';

/** All values of a column, in order. */
export interface Sample {
  column: Column;
  /** Ascending; without those that are missing. */
  sorted: readonly number[];
  /** Are they counts? A bin is then not narrower than one. */
  whole: boolean;
}

/** The values that a distribution is of: the rows of a table, or a curve's values, each for as long as it lasted. */
export function sampleOf(run: RunOverlay['run'], { table, column: name }: DistributionSpec): Sample {
  const column = columnOf((table === '' ? run.columns : tableOf(run, table)) ?? [], name);
  const values = table === '' ? evenly(run.columns[0]!.values, column.values) : column.values;
  const sorted = Array.from(values).filter(Number.isFinite).sort(ascending);
  return { column, sorted, whole: sorted.every(Number.isInteger) };
}

/** A share (0 … 1) of the values is at most `value`. */
export interface Step {
  value: number;
  share: number;
}

/** The empirical distribution function: one step for each value that occurs. */
export function stepsOf(sorted: readonly number[]): Step[] {
  const steps: Step[] = [];
  for (const [i, value] of sorted.entries())
    if (value !== sorted[i + 1]) steps.push({ value, share: (i + 1) / sorted.length });
  return steps;
}

export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** How many values lie between each two neighbouring edges; the last bin has its upper edge, too. */
export function binsOf(sorted: readonly number[], edges: readonly number[]): Bin[] {
  const first = edges[0]!;
  const last = edges[edges.length - 1]!;
  const bins = bin().domain([first, last]).thresholds(edges.slice(1, -1))(sorted as number[]);
  return bins.map((values) => ({ from: values.x0!, to: values.x1!, count: values.length }));
}

/** About so many bins have room. */
const BINS = 24;

interface Ticked {
  domain: () => number[];
  ticks: (count: number) => number[];
}

/** Edges of bins over an axis: round numbers, whole ones for counts; on a log axis equal factors. */
export function edgesOf({ whole }: Sample, axis: Ticked, isLog: boolean): number[] {
  const [low, high] = axis.domain() as [number, number];
  if (isLog) return Array.from({ length: BINS + 1 }, (_, i) => (i === BINS ? high : low * (high / low) ** (i / BINS)));
  const ticks = axis.ticks(whole ? Math.min(BINS, high - low) : BINS);
  return [...new Set([low, ...ticks, high])];
}
