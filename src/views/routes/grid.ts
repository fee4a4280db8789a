import { NARROW } from '../view';
import type { PlaceId, Scene } from './readRoutes';

/** From the client to the server runs `along`; from one uplink to the other `across`. On a phone along is downwards. */
export interface Point {
  along: number;
  across: number;
}

export interface Spot {
  x: number;
  y: number;
}

/** Px along and across, of the middles and of the boxes. */
interface Grid {
  along: Record<'client' | 'gateway' | 'network' | 'interface' | 'server', number>;
  lanes: [number, number];
  near: [number, number];
  middle: number;
  boxes: Record<'client' | 'gateway' | 'interface' | 'server', [along: number, across: number]>;
  bottom: number;
}

/** The foot of the picture of the ways, px; below it the checks are told. */
export const BOTTOM = { wide: 352, narrow: 402, flat: 246 };

function gridOf(width: number, narrow: boolean, flat: boolean): Grid {
  if (narrow) {
    const box = Math.min(150, Math.round(width * 0.4));
    return {
      along: { client: 80, gateway: 160, network: 208, interface: 274, server: 360 },
      lanes: [Math.round(width * 0.29), Math.round(width * 0.71)],
      near: [Math.round(width * 0.04), Math.round(width * 0.96)],
      middle: Math.round(width / 2),
      boxes: {
        client: [44, box],
        gateway: [44, box],
        interface: [60, box],
        server: [40, Math.round(width * 0.42) + 30],
      },
      bottom: BOTTOM.narrow,
    };
  }
  const part = (share: number): number => Math.round(width * share);
  const across: Pick<Grid, 'lanes' | 'near' | 'middle' | 'bottom'> = flat
    ? { lanes: [86, 176], near: [50, 212], middle: 131, bottom: BOTTOM.flat }
    : { lanes: [124, 264], near: [72, 316], middle: 194, bottom: BOTTOM.wide };
  if (width < NARROW)
    return {
      along: {
        client: part(0.112),
        gateway: part(0.362),
        network: part(0.5),
        interface: part(0.652),
        server: part(0.902),
      },
      boxes: {
        client: [part(0.22), 46],
        gateway: [part(0.218), 46],
        interface: [part(0.226), 58],
        server: [part(0.185), 46],
      },
      ...across,
    };
  const box = Math.min(132, part(0.18));
  return {
    along: {
      client: box / 2 + 1,
      gateway: part(0.335),
      network: part(0.472),
      interface: part(0.635),
      server: part(0.895),
    },
    boxes: { client: [box, 46], gateway: [box, 46], interface: [box, 62], server: [part(0.13), 46] },
    ...across,
  };
}

export const stageOf = (id: PlaceId): keyof Grid['along'] => id.replace(/\d/, '') as keyof Grid['along'];
const laneOf = (id: PlaceId): 0 | 1 | undefined => (id.endsWith('0') ? 0 : id.endsWith('1') ? 1 : undefined);

function pointOf(id: PlaceId, grid: Grid, side: Scene['side']): Point {
  const lane = laneOf(id);
  const across = lane !== undefined ? grid.lanes[lane] : id === 'client' && side !== -1 ? grid.near[side] : grid.middle;
  return { along: grid.along[stageOf(id)], across };
}

/** Where a line from one place to another bends; undefined: it is straight. */
function cornerOf(a: PlaceId, b: PlaceId, at: (id: PlaceId) => Point): Point | undefined {
  const [one, other] = [at(a), at(b)];
  if (one.along === other.along || one.across === other.across) return undefined;
  // It runs across at the client or the server, and along a network's own rail.
  const bend = [a, b].find((id) => id.startsWith('network')) ?? [a, b].find((id) => id === 'client' || id === 'server');
  const [bent, rest] = bend === a ? [one, other] : [other, one];
  return { along: bent.along, across: rest.across };
}

/** The grid of a picture, and how to get from place to place on it. */
export interface Plan {
  narrow: boolean;
  width: number;
  grid: Grid;
  at: (id: PlaceId) => Point;
  spot: (point: Point, shift?: number) => Spot;
  /** From the middle of one place to that of another: two spots, or three where the line bends. */
  legs: (a: PlaceId, b: PlaceId, shift: number) => Spot[];
}

export function planOf(width: number, side: Scene['side'], flat: boolean): Plan {
  // What has to be flat runs from left to right on a phone, too.
  const narrow = width < NARROW && !flat;
  const grid = gridOf(width, narrow, flat);
  const at = (id: PlaceId): Point => pointOf(id, grid, side);
  const spot = ({ along, across }: Point, shift = 0): Spot =>
    narrow ? { x: across + shift, y: along + shift } : { x: along + shift, y: across + shift };
  const legs = (a: PlaceId, b: PlaceId, shift: number): Spot[] => {
    const corner = cornerOf(a, b, at);
    return [spot(at(a), shift), ...(corner ? [spot(corner, shift)] : []), spot(at(b), shift)];
  };
  return { narrow, width, grid, at, spot, legs };
}
