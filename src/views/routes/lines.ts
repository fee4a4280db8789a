import type { Plan, Spot } from './grid';
import type { Box } from './network';
import type { Kind, PlaceId, Scene } from './readRoutes';

export interface Line {
  kind: Kind;
  d: string;
  /** Arrowheads on the way, with their direction in degrees. */
  heads: (Spot & { turn: number })[];
  /** Where a packet ends, and at whose box. */
  cross: (Spot & { at: PlaceId }) | undefined;
}

const APART = 4;

/** The part of a segment that no box hides: from `from`'s edge to `to`'s. */
function outside(from: Spot, to: Spot, boxes: readonly Box[]): [Spot, Spot] {
  let [a, b] = [from, to];
  const dx = Math.sign(to.x - from.x);
  const dy = Math.sign(to.y - from.y);
  for (const { x, y, width, height } of boxes) {
    const holds = (spot: Spot): boolean => spot.x >= x && spot.x <= x + width && spot.y >= y && spot.y <= y + height;
    const edge = (spot: Spot, sx: number, sy: number): Spot => ({
      x: sx > 0 ? x + width : sx < 0 ? x : spot.x,
      y: sy > 0 ? y + height : sy < 0 ? y : spot.y,
    });
    if (holds(a)) a = edge(a, dx, dy);
    if (holds(b)) b = edge(b, -dx, -dy);
  }
  return [a, b];
}

/** Along the segment, negative where the boxes cover all of it. */
const reach = ([a, b]: [Spot, Spot], from: Spot, to: Spot): number =>
  (b.x - a.x) * Math.sign(to.x - from.x) + (b.y - a.y) * Math.sign(to.y - from.y);

export const path = (spots: readonly Spot[]): string =>
  spots.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x},${y}`).join('');

/** The ways of the packet and of its answer, each a little to its side. */
export function linesOf({ ways }: Scene, boxes: readonly Box[], { legs }: Plan): Line[] {
  return ways.map(({ kind, places: passed, end }): Line => {
    const shift = kind === 'in' ? -APART : APART;
    const heads: Line['heads'] = [];
    const spots: Spot[] = [];
    let cross: Line['cross'];
    passed.slice(1).forEach((to, index) => {
      const from = passed[index]!;
      const way = legs(from, to, shift);
      spots.push(...way.slice(spots.length ? 1 : 0));
      const hidden = [from, to].flatMap((id) => boxes.filter(({ place }) => place.id === id));
      const seen = way.slice(1).map((next, leg) => {
        const parts = outside(way[leg]!, next, hidden);
        return { parts, from: way[leg]!, to: next, length: reach(parts, way[leg]!, next) };
      });
      const longest = seen.reduce((best, each) => (each.length > best.length ? each : best));
      const turn = (Math.atan2(longest.to.y - longest.from.y, longest.to.x - longest.from.x) * 180) / Math.PI;
      if (longest.length > 14) {
        const [a, b] = longest.parts;
        heads.push({ x: Math.round((a.x + b.x) / 2), y: Math.round((a.y + b.y) / 2), turn: Math.round(turn) });
      }
      if (index + 1 === end) cross = { ...seen.filter(({ length }) => length > 0).at(-1)!.parts[1], at: to };
    });
    return { kind, d: path(spots), heads, cross };
  });
}
