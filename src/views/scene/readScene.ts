import type { SceneSpec, Store } from '../../model/contract';
import type { Result } from '../../model/types';
import { type Series, toSeries } from '../series';

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
