import type { StreamSpec } from '../../model/contract';
import type { Result } from '../../model/types';
import type { Span } from '../moving';
import { passedBy, type Series, toFlow, toSeries } from '../scene/series';

/** One window at any time, kB beyond what is acknowledged; Infinity where it has no value. */
export interface StreamEdge {
  title: string;
  series: Series;
  at: (t: number) => number;
}

export interface StreamData extends Span {
  inflight: Series;
  edges: readonly StreamEdge[];
  /** kB that are acknowledged at `t`, since the start. */
  acked: (t: number) => number;
  /** kB that fill the drawing's window: the most that it ever lets out. */
  scale: number;
  /** kB of one cell: so many whole segments that there are not too many cells. */
  cell: number;
}

const MSS = 1.448;
/** In the window, at most. */
const CELLS = 36;
/** Of the reader's, s: a round trip, and at most a whole run. */
const TRIP = 2.4;
const WHOLE = 120;
/** How long it plays by itself, s of the reader's: about two round trips. */
const SHOWN = 5;
const KB_PER_MBIT = 125;

/** The windows' columns, and the position in the stream that follows from how fast bytes are acknowledged. */
export function readStream(spec: StreamSpec, { columns, parameters }: Result): StreamData {
  const times = columns[0]!.values;
  const columnOf = (name: string) => columns.find((each) => each.name === name)!;
  const inflight = toSeries(times, columnOf(spec.inflight));
  const rate = columnOf(spec.acked);
  const passed = toFlow(times, passedBy(times, [rate]), rate.quantity);
  const edges = spec.edges.map(({ title, column }): StreamEdge => {
    const series = toSeries(times, columnOf(column));
    const { values } = columnOf(column);
    const known = values.findIndex(Number.isFinite);
    return { title, series, at: (t) => (known < 0 || t < times[known]! ? Infinity : series.at(t)) };
  });
  const start = times[0] ?? 0;
  const end = times[times.length - 1] ?? 1;
  let scale = 10 * MSS;
  let rest = start;
  let most = 0;
  for (const t of times) {
    const least = edgeAt(edges, t);
    scale = Math.max(scale, inflight.at(t), Number.isFinite(least) ? least : 0);
    if (inflight.at(t) > most) [rest, most] = [t, inflight.at(t)];
  }
  const speed = Math.max(Number(parameters[spec.rtt]) / 1000 / TRIP, (end - start) / WHOLE) || 1;
  const from = Math.max(start, Math.min(rest, end - SHOWN * speed));
  return {
    start,
    end,
    speed,
    rest,
    shown: { from, to: Math.min(end, from + SHOWN * speed) },
    inflight,
    edges,
    acked: (t) => KB_PER_MBIT * passed.sum(t),
    scale,
    cell: MSS * Math.ceil(scale / MSS / CELLS),
  };
}

/** What the smallest of the windows lets out, kB. */
export const edgeAt = (edges: readonly StreamEdge[], t: number): number => Math.min(...edges.map((edge) => edge.at(t)));
