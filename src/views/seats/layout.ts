import { range } from 'd3-array';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { SeatsSpec } from '../../model/contract';
import type { Column } from '../../model/types';
import { AXIS } from '../axis';
import { layoutTime, type TimeLayout } from '../time';
import { type DrawInput, NARROW } from '../view';
import { MARKS } from './marks';
import { crowdOf, mostOf, readScene, type Scene, valueAt } from './read';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Places in columns or rows; the first ones are nearest to where one goes on. */
export interface Places {
  /** Their middles. */
  at: { x: number; y: number }[];
  /** From one to the next, px. */
  pitch: number;
  /** For how many one place stands. */
  each: number;
}

export interface Layout extends TimeLayout {
  head: Column;
  scene: Scene;
  narrow: boolean;
  width: number;
  height: number;
  crowd: { total: number; legend: { x: number; y: number; width: number }[]; places: Places; noteY: number };
  server: Rect;
  halfOpen: Rect & { places: Places; tallies: number };
  queue: Rect & { places: Places };
  application: Rect;
  /** Where SYNs and ACKs go in, or fall. */
  door: { x: number; y: number };
  gate: { x: number; y: number };
  exit: { x: number; y: number };
  /** The lines about what falls; on a wide picture below the server. */
  falls: { syns: { x: number; y: number }; acks: { x: number; y: number }; sum: { x: number; y: number } };
  ledger: { x: number; y: number; row: number; scale: ScaleLinear<number, number> };
  /** Below it nothing depends on the cursor. */
  sceneBottom: number;
  strip: { titleY: number; top: number; bottom: number; y: ScaleLinear<number, number>; most: number };
  left: number;
  right: number;
  axisY: number;
}

const TOP = 26;
const ROW = 18;
const STRIP = 84;
/** From this width on boxes stand further apart, px. */
const ROOMY = 720;
/** From one place to the next, px: a seat is no larger, and no smaller. */
const SEAT = { most: 22, least: 9 };
const CLIENT = { most: 18, least: 5 };

const WIDE = { crowd: 150, server: 216, falls: 50, ledger: 62, ledgerLeft: 232, stripHead: 28 };
const THIN = {
  crowd: 104,
  halfOpen: 106,
  queue: 104,
  application: 46,
  step: 30,
  falls: 26,
  ledger: 100,
  stripHead: 46,
};
const LEGEND = MARKS.length * ROW + 8;

/** Where the first place is: columns from the right or the left, or rows from above. */
type Order = 'right' | 'left' | 'rows';

/** Packs `count` places into a box; where there is no room for each, one stands for several. */
export function pack(count: number, { x, y, width, height }: Rect, size: typeof SEAT, order: Order): Places {
  const fits = (pitch: number): number => Math.floor(width / pitch) * Math.floor(height / pitch);
  const each = Math.max(1, Math.ceil(count / fits(size.least)));
  const places = Math.ceil(count / each);
  const pitch = range(size.most, size.least - 0.01, -0.5).find((candidate) => fits(candidate) >= places) ?? size.least;
  const [columns, rows] = [Math.floor(width / pitch), Math.floor(height / pitch)];
  const at = range(places).map((place) => {
    const [column, row] =
      order === 'rows' ? [place % columns, Math.floor(place / columns)] : [Math.floor(place / rows), place % rows];
    const along = (column + 0.5) * pitch;
    return { x: order === 'right' ? x + width - along : x + along, y: y + (row + 0.5) * pitch };
  });
  return { at, pitch, each };
}

type Parts = Pick<
  Layout,
  'crowd' | 'server' | 'halfOpen' | 'queue' | 'application' | 'door' | 'gate' | 'exit' | 'falls' | 'sceneBottom'
> & { ledger: Omit<Layout['ledger'], 'scale'> };

interface Counts {
  clients: number;
  halfLimit: number;
  seats: number;
}

/** Left to right: the crowd, the door, the half-open, the seats, the application. */
function wide(width: number, { clients, halfLimit, seats }: Counts): Parts {
  const crowdWidth = Math.round(0.29 * width);
  const legend = MARKS.map((_, i) => ({ x: 0, y: TOP + i * ROW, width: crowdWidth + 34 }));
  const field = { x: 0, y: TOP + LEGEND, width: crowdWidth, height: WIDE.crowd };
  const left = crowdWidth + 38;
  const server = { x: left, y: TOP - 2, width: width - left, height: WIDE.server };
  const inner = { y: server.y + 10, height: server.height - 20 };
  const appWidth = width < ROOMY ? 86 : 98;
  const [gap, exit] = width < ROOMY ? [28, 22] : [34, 26];
  const room = server.width - 20 - appWidth - gap - exit;
  const half = { x: left + 10, ...inner, width: Math.round((width < ROOMY ? 0.56 : 0.51) * room) };
  const queue = { x: half.x + half.width + gap, ...inner, width: room - half.width };
  const application = { x: queue.x + queue.width + exit, ...inner, width: appWidth };
  const slots = (of: Rect, below: number): Rect => ({
    x: of.x + 10,
    y: of.y + 48,
    width: of.width - 20,
    height: of.height - 56 - below,
  });
  const middle = inner.y + 106;
  const below = server.y + server.height + 18;
  const door = { x: crowdWidth + 19, y: middle };
  const gate = { x: half.x + half.width + gap / 2, y: middle };
  return {
    crowd: {
      total: clients,
      legend,
      places: pack(clients, field, CLIENT, 'right'),
      noteY: field.y + field.height + 12,
    },
    server,
    halfOpen: { ...half, places: pack(halfLimit, slots(half, 42), SEAT, 'right'), tallies: half.y + half.height - 36 },
    queue: { ...queue, places: pack(seats, slots(queue, 0), SEAT, 'right') },
    application,
    door,
    gate,
    exit: { x: application.x - exit / 2, y: middle },
    falls: {
      syns: { x: door.x - 6, y: below },
      acks: { x: gate.x - 6, y: below },
      sum: { x: (door.x + gate.x) / 2, y: below + 26 },
    },
    ledger: { x: WIDE.ledgerLeft, y: server.y + server.height + WIDE.falls + 18, row: 22 },
    sceneBottom: TOP + WIDE.server + WIDE.falls + WIDE.ledger + 14,
  };
}

/** The same, from top to bottom. */
function thin(width: number, { clients, halfLimit, seats }: Counts): Parts {
  const legend = MARKS.map((_, i) => ({ x: 2, y: TOP + i * ROW, width: width - 2 }));
  const field = { x: 2, y: TOP + LEGEND, width: width - 4, height: THIN.crowd };
  const crowdBottom = field.y + field.height;
  const server = {
    x: 0.5,
    y: crowdBottom + THIN.step + 14,
    width: width - 1,
    height: 20 + THIN.halfOpen + THIN.step + THIN.queue + 18 + THIN.application,
  };
  const inner = { x: 10, width: width - 20 };
  const half = { ...inner, y: server.y + 10, height: THIN.halfOpen };
  const queue = { ...inner, y: half.y + half.height + THIN.step, height: THIN.queue };
  const application = { ...inner, y: queue.y + queue.height + 18, height: THIN.application };
  const slots = (of: Rect, below: number): Rect => ({
    x: of.x + 8,
    y: of.y + 28,
    width: of.width - 16,
    height: of.height - 34 - below,
  });
  const door = { x: 26, y: crowdBottom + THIN.step / 2 + 7 };
  const gate = { x: 26, y: half.y + half.height + THIN.step / 2 };
  const bottom = server.y + server.height;
  return {
    crowd: { total: clients, legend, places: pack(clients, field, CLIENT, 'left'), noteY: crowdBottom + 12 },
    server,
    halfOpen: { ...half, places: pack(halfLimit, slots(half, 32), SEAT, 'rows'), tallies: half.y + half.height - 33 },
    queue: { ...queue, places: pack(seats, slots(queue, 0), SEAT, 'rows') },
    application,
    door,
    gate,
    exit: { x: 26, y: application.y - 9 },
    falls: {
      syns: { x: 46, y: door.y + 4 },
      acks: { x: 46, y: gate.y + 4 },
      sum: { x: width / 2, y: bottom + 18 },
    },
    ledger: { x: 2, y: bottom + THIN.falls + 14, row: 40 },
    sceneBottom: bottom + THIN.falls + THIN.ledger,
  };
}

const sceneBottom = (narrow: boolean): number => (narrow ? thin(NARROW, NOBODY) : wide(NARROW, NOBODY)).sceneBottom;
const NOBODY: Counts = { clients: 0, halfLimit: 0, seats: 0 };

/** What there is where there is nothing to draw; the height depends on the width alone. */
export const heightOf = (width: number): number => {
  const narrow = width < NARROW;
  return sceneBottom(narrow) + (narrow ? THIN : WIDE).stripHead + STRIP + AXIS;
};

/** Where everything stands. */
export function layoutSeats({ spec, run, growing, width }: DrawInput<SeatsSpec>): Layout {
  const head = run.columns[0]!;
  const narrow = width < NARROW;
  const scene = readScene(run, spec);
  const counts = {
    clients: crowdOf(scene),
    halfLimit: valueAt(scene.halfLimit, 0),
    seats: valueAt(scene.seats, 0),
  };
  const { ledger, ...parts } = (narrow ? thin : wide)(width, counts);
  const [left, right] = [narrow ? 40 : 44, width - 8];
  const top = parts.sceneBottom + (narrow ? THIN : WIDE).stripHead;
  const axisY = top + STRIP;
  const most = Math.max(1, ...[scene.queue, ...scene.clients.slice(2, 4)].map(mostOf));
  return {
    ...parts,
    ...layoutTime({ head, growing, end: run.end, range: [left, right], narrow }),
    ...{ head, scene, narrow, width, left, right, axisY },
    height: heightOf(width),
    ledger: {
      ...ledger,
      scale: scaleLinear()
        .domain([0, Math.max(1, counts.clients)])
        .range([0, width - ledger.x - 8]),
    },
    strip: {
      titleY: parts.sceneBottom + 18,
      top,
      bottom: axisY,
      most,
      y: scaleLinear()
        .domain([0, most * 1.06])
        .range([axisY, top]),
    },
  };
}
