import { type Plan, type Spot, stageOf } from './grid';
import type { Place, PlaceId, Scene } from './readRoutes';

export interface Box {
  place: Place;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A network: a rail to which its neighbours are joined. */
export interface Rail {
  place: Place;
  from: Spot;
  to: Spot;
  label: Spot & { anchor: 'middle' | 'end' };
}

/** A box for each host; networks are rails. */
export function boxesOf({ places, side }: Scene, { narrow, width, grid, at, spot }: Plan): Box[] {
  return [...places.values()].flatMap((place): Box[] => {
    const stage = stageOf(place.id);
    if (stage === 'network') return [];
    // Lines to both uplinks leave the client's box, too, where it is a far one.
    const [along, across] = grid.boxes[narrow && place.id === 'client' && side === -1 ? 'server' : stage];
    const [wide, high] = narrow ? [across, along] : [along, across];
    const { x, y } = spot(at(place.id));
    // A neighbour's line runs along the edge of a narrow picture, its box does not leave it.
    const left = Math.min(Math.max(x - wide / 2, 1), width - wide - 1);
    return [{ place, x: Math.round(left), y: Math.round(y - high / 2), width: wide, height: high }];
  });
}

/** The rails of both networks. */
export function railsOf({ places }: Scene, { narrow, grid, spot }: Plan): Rail[] {
  return ([0, 1] as const).map((lane): Rail => {
    const place = places.get(lane ? 'network1' : 'network0')!;
    const along = grid.along.network;
    const beyond = lane ? 1 : -1;
    const [outer, inner] = [
      grid.near[lane] + beyond * (narrow ? 6 : 14),
      grid.lanes[lane] - beyond * (narrow ? 34 : 16),
    ];
    const [from, to] = [spot({ along, across: outer }), spot({ along, across: inner })];
    const label = narrow
      ? { x: grid.lanes[lane] - 11, y: along + 18, anchor: 'end' as const }
      : { x: along, y: lane ? outer + 16 : outer - 7, anchor: 'middle' as const };
    return { place, from, to, label };
  });
}

/** Who is joined to whom. */
export function pairsOf({ side }: Scene): [PlaceId, PlaceId][] {
  const pairs: [PlaceId, PlaceId][] = ([0, 1] as const).flatMap((lane): [PlaceId, PlaceId][] => [
    ...(side === -1 ? [['client', `gateway${lane}`] as [PlaceId, PlaceId]] : []),
    [`gateway${lane}`, `network${lane}`],
    [`network${lane}`, `interface${lane}`],
    [`interface${lane}`, 'server'],
  ]);
  if (side !== -1) pairs.push(['client', `network${side}`], ['gateway0', 'gateway1']);
  return pairs;
}

/** Around the server and its interfaces. */
export function frameOf(
  boxes: readonly Box[],
  { narrow, width }: Plan,
): { x: number; y: number; width: number; height: number } {
  const inner = boxes.filter(({ place }) => ['interface', 'server'].includes(stageOf(place.id)));
  const left = Math.min(...inner.map((box) => box.x)) - 10;
  const top = Math.min(...inner.map((box) => box.y)) - (narrow ? 8 : 28);
  const right = Math.max(...inner.map((box) => box.x + box.width)) + 10;
  const bottom = Math.max(...inner.map((box) => box.y + box.height)) + 10;
  const [x1, x2] = [Math.max(1, left), Math.min(width - 1, right)];
  return { x: x1, y: top, width: x2 - x1, height: bottom - top };
}
