import type { RunEvent } from '../../model/contract';
import type { Layout } from './layoutLanes';
import { headOf, textWidth } from '../text';

export interface Annotation {
  event: RunEvent;
  number: string;
  x: number;
  y: number;
  label?: { x: number; y: number; anchor: 'start' | 'middle' | 'end' };
}

interface Box {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

const hit = (a: Box, b: Box): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
const around = (x: number, y: number, rx: number, ry = rx): Box => ({ x0: x - rx, x1: x + rx, y0: y - ry, y1: y + ry });
const BADGE = 9;
const FIRST_MARK = '①'.codePointAt(0)!;
const LINE = 14;

/** The curve as a chain of small boxes, for asking what stands in the way of a word. */
function obstacles(layout: Layout): Box[] {
  const lane = layout.lanes[0]!;
  const xs = layout.frame.x.values;
  return lane.tracks.flatMap(({ values }) =>
    Array.from(values).flatMap((value, i) => {
      if (Number.isNaN(value)) return [];
      const at = around(layout.x(xs[i]!), lane.y(value), 4);
      const next = values[i + 1];
      if (next === undefined || Number.isNaN(next)) return [at];
      const [x1, y1] = [layout.x(xs[i + 1]!), lane.y(next)];
      const [x0, y0] = [at.x0 + 4, at.y0 + 4];
      const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0) / 8);
      return Array.from({ length: steps }, (_, s) =>
        around(x0 + ((x1 - x0) * s) / steps, y0 + ((y1 - y0) * s) / steps, 3),
      );
    }),
  );
}

/**
 * Places for numbered events ("② timeout at 24: …"): the badge beside its point of the first line, the words where
 * nothing is in their way. Words that fit nowhere are left out; the sentence under the picture has them all.
 */
export function annotate(layout: Layout): Annotation[] {
  const lane = layout.lanes[0]!;
  const track = lane.tracks[0];
  if (!track) return [];
  const taken = obstacles(layout);
  const plot = { x0: layout.left, x1: layout.right, y0: lane.top - 6, y1: lane.bottom };
  const inside = ({ x0, x1, y0, y1 }: Box): boolean => x0 >= plot.x0 && x1 <= plot.x1 && y0 >= plot.y0 && y1 <= plot.y1;
  const free = (box: Box): boolean => inside(box) && !taken.some((other) => hit(box, other));
  const xs = Array.from(layout.frame.x.values);
  const badges = layout.frame.marks.flatMap((event): Annotation[] => {
    const value = track.values[xs.indexOf(event.t)];
    if (value === undefined) return [];
    const [px, py] = [layout.x(event.t), lane.y(value)];
    const spots = [16, 22, 30].flatMap((d) => [
      [px, py - d],
      [px - d * 0.8, py - d * 0.7],
      [px + d * 0.9, py - d * 0.5],
      [px + d, py + d * 0.6],
      [px, py + d],
      [px - d, py],
    ]) as [number, number][];
    const [x, y] = spots.find(([sx, sy]) => free(around(sx, sy, BADGE))) ?? [px, Math.max(py - 16, plot.y0 + BADGE)];
    taken.push(around(x, y, BADGE + 1));
    return [{ event, number: String(event.text.codePointAt(0)! - FIRST_MARK + 1), x: Math.round(x), y: Math.round(y) }];
  });
  for (const badge of badges) {
    const half = textWidth(headOf(badge.event.text.slice(1)), 11.5) / 2;
    const { x, y } = badge;
    const side = BADGE + 5;
    const beside = [
      { x: x + side, y, anchor: 'start', middle: x + side + half },
      { x: x - side, y, anchor: 'end', middle: x - side - half },
    ] as const;
    const aboveOrBelow = [-side - 4, side + 4, -side - 18].flatMap((dy) =>
      [0, -0.5, 0.5, -0.85, 0.85].map((shift) => {
        const middle = x + shift * half;
        return { x: middle, y: y + dy, anchor: 'middle', middle } as const;
      }),
    );
    const spots = [...beside, ...aboveOrBelow];
    const spot = spots.find((s) => free(around(s.middle, s.y, half, LINE / 2)));
    if (!spot) continue;
    taken.push(around(spot.middle, spot.y, half + 3, LINE / 2));
    badge.label = { x: Math.round(spot.x), y: spot.y, anchor: spot.anchor };
  }
  return badges;
}
