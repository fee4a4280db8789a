import { bisector } from 'd3-array';
import type { Quantity, SceneSpec, Store } from '../../model/contract';
import type { Column, Result } from '../../model/types';

const before = bisector<number, number>((value) => value).right;

/** A column over the run's time. */
export interface Series {
  quantity: Quantity;
  unit: string;
  most: number;
  /** Between two samples it lies on the line that joins them; 0 where it has no value. */
  at: (t: number) => number;
  /** What it comes to from the start to `t`. */
  sum: (t: number) => number;
}

/** What of a store can be known at any time. */
export interface Place {
  spec: Store;
  level: Series;
  /** How much it holds; undefined: as much as comes. */
  limit: ((t: number) => number) | undefined;
  /** How much fills the drawing. */
  scale: number;
  marks: readonly ((t: number) => number)[];
  lost: Series | undefined;
  shares: readonly Series[];
}

export interface SceneData {
  start: number;
  end: number;
  /** The model's time that passes in a second of the reader's. */
  speed: number;
  sources: readonly (Series | undefined)[];
  piles: readonly (readonly Place[])[];
  /** What leaves, by flow. */
  out: readonly Series[];
  walker: Series | undefined;
  /** When the first store holds most: there the drawing stands until it is played. */
  rest: number;
}

/** A step that is not there counts as none. */
const finite = (value: number | undefined): number => (Number.isFinite(value) ? value! : 0);

export function toSeries(times: ArrayLike<number>, { values, quantity, unit }: Column): Series {
  const sums = new Float64Array(times.length);
  let most = 0;
  for (let i = 0; i < times.length; i++) {
    most = Math.max(most, finite(values[i]));
    if (i > 0) sums[i] = sums[i - 1]! + finite(values[i]) * (times[i]! - times[i - 1]!);
  }
  const rowAt = (t: number): number => Math.max(0, before(times as number[], t) - 1);
  return {
    quantity,
    unit,
    most,
    at(t) {
      const i = rowAt(t);
      const [from, to] = [finite(values[i]), finite(values[i + 1] ?? values[i])];
      const width = (times[i + 1] ?? NaN) - times[i]!;
      return width > 0 ? from + (to - from) * Math.min(1, Math.max(0, (t - times[i]!) / width)) : from;
    },
    sum(t) {
      const i = rowAt(t);
      return sums[i]! + finite(values[i + 1] ?? values[i]) * (t - times[i]!);
    },
  };
}

/** The run's columns as a scene names them. */
export function readScene(spec: SceneSpec, run: Pick<Result, 'columns' | 'parameters'>): SceneData {
  const times = run.columns[0]!.values;
  const known = new Map<string, Series>();
  function series(name: string): Series | undefined {
    const column = name === '' ? undefined : run.columns.find((each) => each.name === name);
    if (!column) return undefined;
    if (!known.has(name)) known.set(name, toSeries(times, column));
    return known.get(name);
  }
  /** A column's value at a time, or a parameter's. */
  function amount(name: string): ((t: number) => number) | undefined {
    const column = series(name);
    if (column) return column.at;
    const value = name === '' ? NaN : Number(run.parameters[name]);
    return Number.isFinite(value) ? () => value : undefined;
  }
  const all = (names: readonly string[]): Series[] => names.flatMap((name) => series(name) ?? []);
  const start = times[0] ?? 0;
  const end = times[times.length - 1] ?? 1;
  const piles = spec.stores.map((pile) =>
    pile.map((store): Place => {
      const level = series(store.level)!;
      const limit = amount(store.limit);
      const marks = store.marks.flatMap((name) => amount(name) ?? []);
      const most = Math.max(level.most * 1.15, ...marks.map((mark) => mark(end) * 1.1), 1e-9);
      const scale = limit ? Math.max(limit(start), limit(end), level.most) : most;
      return { spec: store, level, limit, scale, marks, lost: series(store.lost), shares: all(store.shares) };
    }),
  );
  const first = piles[0]![0]!.level;
  const rest = Array.from(times).reduce((best, t) => (first.at(t) > first.at(best) ? t : best), start);
  return {
    start,
    end,
    speed: (end - start) / spec.seconds || 1,
    sources: spec.sources.map(({ rate }) => series(rate)),
    piles,
    out: all(spec.out),
    walker: series(spec.walker),
    rest,
  };
}
