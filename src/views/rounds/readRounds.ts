import type { Quantity, RoundsSpec } from '../../model/contract';
import type { Column, Result } from '../../model/types';
import type { Span } from '../moving';
import { type Series, toSeries } from '../scene/series';

/** What leaves in one round trip. */
export interface Round {
  /** What it is called: 1, 2, 3 … */
  name: number;
  segments: number;
  since: number;
  until: number;
  /** The number of what the run's events say of it, "③". */
  note: string;
}

export interface RoundsData extends Span {
  quantity: Quantity;
  rounds: readonly Round[];
  mark: Series | undefined;
}

const NOTE = /^[①-⑳]/;

/** The rounds of a run; none while their table is not there. */
export function readRounds(spec: RoundsSpec, run: Result): RoundsData {
  const { columns, tables, events } = run;
  const times = columns[0]!.values;
  const start = times[0] ?? 0;
  const end = times[times.length - 1] ?? 1;
  const from = spec.table === '' ? columns : (tables?.[spec.table] ?? []);
  const find = (name: string): Column | undefined => from.find((each) => each.name === name);
  const [value, since, until] = [find(spec.value), find(spec.since), find(spec.until)];
  const mark = columns.find(({ name }) => name === spec.mark);
  const rounds = Array.from(value?.values ?? [], (segments, i): Round => {
    const begin = since!.values[i]!;
    const note = spec.table === '' ? events.find(({ t, text }) => t === begin && NOTE.test(text)) : undefined;
    return {
      name: spec.table === '' ? begin : i + 1,
      segments,
      since: begin,
      until: until?.values[i] ?? since!.values[i + 1] ?? begin,
      note: note?.text[0] ?? '',
    };
  }).filter((round) => round.segments > 0 && Number.isFinite(round.since));
  return {
    start,
    end,
    speed: (end - start) / spec.seconds || 1,
    rest: end,
    shown: { from: start, to: end },
    quantity: value?.quantity ?? 'cwnd',
    rounds,
    mark: mark && toSeries(times, mark),
  };
}

/** How many have left by `t`: the first when the round begins, and the others evenly until its last one. */
export function leftBy({ segments, since, until }: Round, t: number): number {
  if (t < since) return 0;
  const share = until > since ? Math.min(1, (t - since) / (until - since)) : 1;
  return Math.min(segments, 1 + Math.floor((segments - 1) * share + 1e-9));
}
