import type { IntervalTold } from '../../model/contract';
import { cut } from '../../views/text';

/** An interval as it is drawn, px. */
export interface Piece {
  /** Its place among all. */
  index: number;
  interval: IntervalTold;
  left: number;
  width: number;
  /** As much of its name as there is room for. */
  label: string;
}

/** A name of which less is seen than this says nothing, px. */
const LEAST_LABEL = 46;
const PADDING = 14;

/** The intervals between the edges of a plot; of those that share a pixel, the longest. */
export function layoutStrip(
  intervals: readonly IntervalTold[],
  x: (t: number) => number,
  { left, right }: { left: number; right: number },
  nameOf: (interval: IntervalTold) => string,
): Piece[] {
  const pieces: Piece[] = [];
  for (const [index, interval] of intervals.entries()) {
    const from = Math.max(left, x(interval.start));
    const to = Math.min(right, x(interval.end));
    if (to < left || from > right || to < from) continue;
    const width = to - from;
    const last = pieces.at(-1);
    if (last && width < 1 && last.width < 1 && Math.round(last.left) === Math.round(from)) {
      if (last.width >= width) continue;
      pieces.pop();
    }
    const room = width - PADDING;
    const label = room >= LEAST_LABEL - PADDING ? cut(nameOf(interval), room) : '';
    pieces.push({ index, interval, left: from, width, label });
  }
  return pieces;
}

/** Which interval is at `t`; in a pause between two, the nearer one. */
export function intervalAt(intervals: readonly IntervalTold[], t: number): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  for (const [index, { start, end }] of intervals.entries()) {
    const distance = Math.max(start - t, t - end, 0);
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}
