import type { RunEvent } from '../../model/contract';
import { headOf, textWidth } from '../text';

/** Events that stand together under one label. */
export interface PlacedMark {
  events: RunEvent[];
  /** From the first to the last of them, in pixels. */
  from: number;
  to: number;
  label: string;
  labelX: number;
  /** Counted from the plot upwards. */
  row: number;
}

/** "3 losses": what to call several events of these kinds. */
export type CountWord = (count: number, kinds: ReadonlySet<string>) => string;

interface Cluster {
  events: RunEvent[];
  from: number;
  to: number;
}

const GAP = 10;

/** Merges neighbours, as long as a cluster is not wider than `span` pixels. */
function cluster(events: readonly RunEvent[], x: (t: number) => number, span: number): Cluster[] {
  const clusters: Cluster[] = [];
  for (const event of events) {
    const at = x(event.t);
    const last = clusters[clusters.length - 1];
    if (last && at - last.from <= span) {
      last.events.push(event);
      last.to = at;
    } else {
      clusters.push({ events: [event], from: at, to: at });
    }
  }
  return clusters;
}

/** Sets labels into rows without overlap, or gives up. */
function fit(
  clusters: readonly Cluster[],
  labelOf: (events: RunEvent[]) => string,
  { left, right, rows }: { left: number; right: number; rows: number },
): PlacedMark[] | undefined {
  const ends = new Array<number>(rows).fill(left - GAP);
  const placed: PlacedMark[] = [];
  for (const { events, from, to } of clusters) {
    const label = labelOf(events);
    const width = textWidth(label, 11.5);
    if (width > right - left) return undefined;
    const labelX = Math.min(Math.max((from + to) / 2 - width / 2, left), right - width);
    const row = ends.findIndex((end) => end + GAP <= labelX);
    if (row < 0) return undefined;
    ends[row] = labelX + width;
    placed.push({ events, from, to, label, labelX, row });
  }
  return placed;
}

/**
 * Every event gets its own words where they fit; where not, neighbours are merged ("3 losses") until all labels stand
 * free in the rows there are.
 */
export function placeMarks(
  marks: readonly RunEvent[],
  x: (t: number) => number,
  box: { left: number; right: number; rows: number },
  countWord: CountWord,
): PlacedMark[] {
  if (marks.length === 0 || box.rows === 0) return [];
  const events = [...marks].sort((a, b) => a.t - b.t);
  const short = (of: RunEvent[]): string =>
    of.length === 1 ? headOf(of[0]!.text) : countWord(of.length, new Set(of.map(({ kind }) => kind)));
  const full = (of: RunEvent[]): string => (of.length === 1 ? of[0]!.text : short(of));
  for (const labelOf of [full, short]) {
    const placed = fit(cluster(events, x, 1), labelOf, box);
    if (placed) return placed;
  }
  for (let span = 24; ; span *= 1.25) {
    const clusters = cluster(events, x, span);
    const placed = fit(clusters, short, { ...box, rows: 1 });
    if (placed) return placed;
    if (clusters.length === 1) return [];
  }
}
