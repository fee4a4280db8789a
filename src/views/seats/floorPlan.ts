import { AXIS } from '../axis';
import { FLAT, NARROW } from '../view';
import { MARKS } from './marks';
import { CLIENT, pack, type Places, type Rect, SEAT, SMALL_SEAT } from './pack';

/** Where everything above the strip stands. */
export interface Parts {
  crowd: { total: number; legend: { x: number; y: number; width: number }[]; places: Places; noteY: number };
  server: Rect;
  halfOpen: Rect & { places: Places; tallies: number };
  queue: Rect & { places: Places };
  application: Rect;
  /** Where SYNs and ACKs go in, or fall. */
  door: { x: number; y: number };
  gate: { x: number; y: number };
  exit: { x: number; y: number };
  /** Do the server's parts stand below each other? */
  stacked: boolean;
  /** The lines about what falls; on a wide picture below the server. Their sum has its line where there is room for it. */
  falls: { syns: { x: number; y: number }; acks: { x: number; y: number }; sum: { x: number; y: number } | undefined };
  /** Absent: there is no room for it. */
  ledger: { x: number; y: number; row: number } | undefined;
  /** Are the kernel's counters in the box of the half-open, and is the key above the strip? */
  whole: boolean;
  /** Below it nothing depends on the cursor. */
  sceneBottom: number;
}

export interface Counts {
  clients: number;
  halfLimit: number;
  seats: number;
}

const TOP = 26;
const ROW = 18;
/** From this width on boxes stand further apart, px. */
const ROOMY = 720;
const WIDE = { crowd: 150, server: 216, falls: 50, ledger: 62, ledgerLeft: 232, stripHead: 28 };
/** As it opens a figure. */
const WIDE_OPENING = { ...WIDE, crowd: 94, server: 176, falls: 46, ledger: 0, stripHead: 22 };
/** The same on a phone: the crowd above, and the parts of the server side by side. */
const THIN_OPENING = { row: 16, crowd: 36, server: 86, falls: 20 };
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

/** Left to right: the crowd, the door, the half-open, the seats, the application. */
function wide(width: number, { clients, halfLimit, seats }: Counts, sizes = WIDE): Parts {
  const crowdWidth = Math.round(0.29 * width);
  const legend = MARKS.map((_, i) => ({ x: 0, y: TOP + i * ROW, width: crowdWidth + 34 }));
  const field = { x: 0, y: TOP + LEGEND, width: crowdWidth, height: sizes.crowd };
  const left = crowdWidth + 38;
  const server = { x: left, y: TOP - 2, width: width - left, height: sizes.server };
  const inner = { y: server.y + 10, height: server.height - 20 };
  const appWidth = width < ROOMY ? 86 : 98;
  const [gap, exit] = width < ROOMY ? [28, 22] : [34, 26];
  const room = server.width - 20 - appWidth - gap - exit;
  const half = { x: left + 10, ...inner, width: Math.round((width < ROOMY ? 0.56 : 0.51) * room) };
  const queue = { x: half.x + half.width + gap, ...inner, width: room - half.width };
  const application = { x: queue.x + queue.width + exit, ...inner, width: appWidth };
  const whole = sizes.ledger > 0;
  const slots = (of: Rect, below: number): Rect => ({
    x: of.x + 10,
    y: of.y + 48,
    width: of.width - 20,
    height: of.height - 56 - below,
  });
  const middle = inner.y + Math.round(0.54 * inner.height);
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
    halfOpen: {
      ...half,
      places: pack(halfLimit, slots(half, whole ? 42 : 0), SEAT, 'right'),
      tallies: half.y + half.height - 36,
    },
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
    ledger: whole ? { x: WIDE.ledgerLeft, y: server.y + server.height + sizes.falls + 18, row: 22 } : undefined,
    stacked: false,
    whole,
    sceneBottom: TOP + sizes.server + sizes.falls + (whole ? sizes.ledger + 14 : 0),
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
    stacked: true,
    whole: true,
    sceneBottom: bottom + THIN.falls + THIN.ledger,
  };
}

/** On a phone, as it opens a figure. */
function low(width: number, { clients, halfLimit, seats }: Counts): Parts {
  const { row, crowd, server: high, falls } = THIN_OPENING;
  const column = Math.floor(width / 2);
  const legend = MARKS.map((_, i) => ({
    x: i < 3 ? 0 : column,
    y: TOP - 6 + (i % 3) * row,
    width: i < 3 ? column : width - column,
  }));
  const field = { x: 2, y: TOP + 3 * row, width: width - 4, height: crowd };
  const server = { x: 0.5, y: field.y + crowd + 8, width: width - 1, height: high };
  const inner = { y: server.y + 7, height: high - 14 };
  const [gap, exit] = [22, 16];
  const room = server.width - 14 - gap - exit;
  const half = { x: 7, ...inner, width: Math.round(0.35 * room) };
  const queue = { x: half.x + half.width + gap, ...inner, width: Math.round(0.38 * room) };
  const left = queue.x + queue.width + exit;
  const application = { x: left, ...inner, width: server.width - 7 - left };
  const slots = (of: Rect): Rect => ({ x: of.x + 6, y: of.y + 40, width: of.width - 12, height: of.height - 44 });
  const middle = inner.y + inner.height / 2;
  const below = server.y + high + 14;
  return {
    crowd: { total: clients, legend, places: pack(clients, field, CLIENT, 'left'), noteY: field.y + crowd + 5 },
    server,
    halfOpen: { ...half, places: pack(halfLimit, slots(half), SMALL_SEAT, 'rows'), tallies: 0 },
    queue: { ...queue, places: pack(seats, slots(queue), SMALL_SEAT, 'rows') },
    application,
    door: { x: 24, y: server.y - 1 },
    gate: { x: half.x + half.width + gap / 2, y: middle },
    exit: { x: application.x - exit / 2, y: middle },
    falls: { syns: { x: 2, y: below }, acks: { x: Math.round(0.45 * width), y: below }, sum: undefined },
    ledger: undefined,
    stacked: false,
    whole: false,
    sceneBottom: server.y + high + falls,
  };
}

export function partsOf(width: number, counts: Counts, flat: boolean): Parts {
  if (!flat) return (width < NARROW ? thin : wide)(width, counts);
  return width < NARROW ? low(width, counts) : wide(width, counts, WIDE_OPENING);
}

const STRIP = 84;

/** Where the strip begins, below its title and its key, and where it ends: that depends on the width alone. */
export function stripOf(width: number, flat: boolean): { top: number; bottom: number } {
  const { sceneBottom } = partsOf(width, { clients: 0, halfLimit: 0, seats: 0 }, flat);
  const narrow = width < NARROW;
  if (!flat) {
    const top = sceneBottom + (narrow ? THIN : WIDE).stripHead;
    return { top, bottom: top + STRIP };
  }
  const bottom = FLAT[narrow ? 'narrow' : 'wide'] - AXIS;
  return { top: sceneBottom + (narrow ? 6 : WIDE_OPENING.stripHead), bottom };
}
