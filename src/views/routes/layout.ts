import { textWidth } from '../text';
import { NARROW } from '../view';
import { type Check, CHECKS, type Kind, type Place, type PlaceId, type Scene } from './read';

/** From the client to the server runs `along`; from one uplink to the other `across`. On a phone along is downwards. */
interface Point {
  along: number;
  across: number;
}

interface Spot {
  x: number;
  y: number;
}

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

export interface Line {
  kind: Kind;
  d: string;
  /** Arrowheads on the way, with their direction in degrees. */
  heads: (Spot & { turn: number })[];
  /** Where a packet ends, and at whose box. */
  cross: (Spot & { at: PlaceId }) | undefined;
}

export interface Row {
  check: Check;
  y: number;
  lines: string[];
}

export interface Layout {
  narrow: boolean;
  height: number;
  /** The key to the lines. */
  keys: (Spot & { kind: Kind })[];
  boxes: Box[];
  rails: Rail[];
  /** Who is joined to whom. */
  links: string[];
  lines: Line[];
  frame: { x: number; y: number; width: number; height: number };
  rows: Row[];
  /** Where a check's name and its words begin. */
  stepX: number;
  saidX: number;
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

export const LINE = 15;
const SIZE = 12;
const APART = 4;
const TEXT = { wide: 120, narrow: 26 };
/** Lines of all checks together; what is too long for that is cut. */
const LINES = { wide: 7, narrow: 12 };
const GAP = 7;
const BOTTOM = { wide: 352, narrow: 402 };
const KEY = { wide: 14, narrow: 15 };

const isNarrow = (width: number): boolean => width < NARROW;
const form = (width: number): 'wide' | 'narrow' => (isNarrow(width) ? 'narrow' : 'wide');

/** In the narrow form a check's name has a line of its own. */
export const heightOf = (width: number): number =>
  BOTTOM[form(width)] + 12 + (LINES[form(width)] + (isNarrow(width) ? CHECKS : 0)) * LINE + CHECKS * GAP;

function gridOf(width: number): Grid {
  if (isNarrow(width)) {
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
  const box = Math.min(132, part(0.18));
  return {
    along: {
      client: box / 2 + 1,
      gateway: part(0.335),
      network: part(0.472),
      interface: part(0.635),
      server: part(0.895),
    },
    lanes: [124, 264],
    near: [72, 316],
    middle: 194,
    boxes: { client: [box, 46], gateway: [box, 46], interface: [box, 62], server: [part(0.13), 46] },
    bottom: BOTTOM.wide,
  };
}

const stageOf = (id: PlaceId): keyof Grid['along'] => id.replace(/\d/, '') as keyof Grid['along'];
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

const path = (spots: readonly Spot[]): string => spots.map(({ x, y }, i) => `${i ? 'L' : 'M'}${x},${y}`).join('');

/** Words in lines that are no longer than `room`; what is too much for `most` lines ends in an ellipsis. */
export function fold(text: string, room: number, most: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1]!;
    const longer = last ? `${last} ${word}` : word;
    if (last === '' || textWidth(longer, SIZE) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]!}…`];
}

export function layoutRoutes({ places, side, ways, checks }: Scene, width: number): Layout {
  const narrow = isNarrow(width);
  const grid = gridOf(width);
  const spot = ({ along, across }: Point, shift = 0): Spot =>
    narrow ? { x: across + shift, y: along + shift } : { x: along + shift, y: across + shift };
  const at = (id: PlaceId): Point => pointOf(id, grid, side);

  const boxes = [...places.values()].flatMap((place): Box[] => {
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
  const boxOf = (id: PlaceId): Box[] => boxes.filter(({ place }) => place.id === id);

  const rails = ([0, 1] as const).map((lane): Rail => {
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

  const legsOf = (a: PlaceId, b: PlaceId, shift: number): Spot[] => {
    const corner = cornerOf(a, b, at);
    return [spot(at(a), shift), ...(corner ? [spot(corner, shift)] : []), spot(at(b), shift)];
  };

  const pairs: [PlaceId, PlaceId][] = ([0, 1] as const).flatMap((lane): [PlaceId, PlaceId][] => [
    ...(side === -1 ? [['client', `gateway${lane}`] as [PlaceId, PlaceId]] : []),
    [`gateway${lane}`, `network${lane}`],
    [`network${lane}`, `interface${lane}`],
    [`interface${lane}`, 'server'],
  ]);
  if (side !== -1) pairs.push(['client', `network${side}`], ['gateway0', 'gateway1']);

  const lines = ways.map(({ kind, places: passed, end }): Line => {
    const shift = kind === 'in' ? -APART : APART;
    const heads: Line['heads'] = [];
    const spots: Spot[] = [];
    let cross: Line['cross'];
    passed.slice(1).forEach((to, index) => {
      const from = passed[index]!;
      const legs = legsOf(from, to, shift);
      spots.push(...legs.slice(spots.length ? 1 : 0));
      const hidden = [...boxOf(from), ...boxOf(to)];
      const seen = legs.slice(1).map((next, leg) => {
        const parts = outside(legs[leg]!, next, hidden);
        return { parts, from: legs[leg]!, to: next, length: reach(parts, legs[leg]!, next) };
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

  const room = width - TEXT[form(width)] - 4;
  let y = grid.bottom + 22;
  let spare = LINES[form(width)] - checks.length;
  const rows = checks.map((check): Row => {
    const row = { check, y, lines: fold(check.said, room, 1 + spare) };
    spare -= row.lines.length - 1;
    y += (row.lines.length + (narrow ? 1 : 0)) * LINE + GAP;
    return row;
  });

  const inner = boxes.filter(({ place }) => ['interface', 'server'].includes(stageOf(place.id)));
  const left = Math.min(...inner.map((box) => box.x)) - 10;
  const top = Math.min(...inner.map((box) => box.y)) - (narrow ? 8 : 28);
  const right = Math.max(...inner.map((box) => box.x + box.width)) + 10;
  const bottom = Math.max(...inner.map((box) => box.y + box.height)) + 10;
  const [x1, x2] = [Math.max(1, left), Math.min(width - 1, right)];

  return {
    narrow,
    height: heightOf(width),
    keys: ways.map(({ kind }, index) => ({
      kind,
      x: narrow ? 0 : index * 150,
      y: narrow ? KEY.narrow + index * LINE : KEY.wide,
    })),
    boxes,
    rails,
    links: pairs.map(([a, b]) => path(legsOf(a, b, 0))),
    lines,
    frame: { x: x1, y: top, width: x2 - x1, height: bottom - top },
    rows,
    stepX: 26,
    saidX: TEXT[form(width)],
  };
}
