import { NARROW } from '../view';
import { MARKS } from './marks';
import { CLIENT, pack, type Places, type Rect, SEAT } from './pack';

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
  /** The lines about what falls; on a wide picture below the server. */
  falls: { syns: { x: number; y: number }; acks: { x: number; y: number }; sum: { x: number; y: number } };
  ledger: { x: number; y: number; row: number };
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

export const partsOf = (width: number, counts: Counts): Parts => (width < NARROW ? thin : wide)(width, counts);

/** Where the strip begins, below its title and its key: it depends on the width alone. */
export const stripTop = (width: number): number =>
  partsOf(width, { clients: 0, halfLimit: 0, seats: 0 }).sceneBottom + (width < NARROW ? THIN : WIDE).stripHead;
