import type { Quantity } from '../../model/contract';
import type { Pen } from '../pen';
import { countAt, ownerAt, phaseAt, spread } from './drawWire';
import type { Box, Cell } from './layoutScene';
import type { Place, SceneData, Traffic } from './readScene';

/** Between the wall and what is in it, px. */
export const WALL = 3;
/** A packet's width, px: at least, and at most. */
const SLIM = 7;
const FAT = 34;
/** On each side of the one that is followed. */
const ROOM = 6;

/** What has waited less than the target, and what has waited longer. */
export const COOL: Quantity = 'cwnd';
export const HOT: Quantity = 'queue';

/** As many packets as there is room for are drawn one by one; more of them make one that is drawn. */
export function cellsOf({ scale, level }: Place, { width }: Box): { count: number; slot: number; single: boolean } {
  const room = width - 2 * WALL;
  const most = Math.max(1, Math.floor(room / SLIM));
  const single = level.unit === 'packets' && scale <= most;
  const count = single ? Math.max(1, Math.round(scale)) : most;
  return { count, slot: Math.min(room / count, single ? FAT : room), single };
}

/** How long the row of packets is, px. */
export function filledAt(place: Place, box: Box, t: number): number {
  const { count, slot, single } = cellsOf(place, box);
  const held = Math.max(0, place.holds(t));
  return single ? Math.round(held) * slot : count * slot * Math.min(1, held / place.scale);
}

function inkOf(place: Place, t: number, index: number, away: number, traffic: Traffic | undefined): Quantity {
  const { among, waited, shares, level } = place;
  // The one that leaves has waited so long; who came just now, not at all.
  if (waited) return waited.at(t) * (1 - away) > place.target ? HOT : COOL;
  if (among) return spread(index) * level.at(t) < among.at(t) ? among.quantity : level.quantity;
  if (shares.length > 1 && traffic) {
    let left = 0;
    for (const share of shares) left += share.at(t);
    if (left > 0) {
      left *= spread(index);
      for (const share of shares) {
        left -= share.at(t);
        if (left < 0) return share.quantity;
      }
    }
    return ownerAt(traffic, t, index);
  }
  return level.quantity;
}

/** A row of packets that moves on as they leave; its end is the level. Around the one that is `followed`, px, is room. */
export function drawQueue(
  pen: Pen,
  place: Place,
  cell: Cell,
  traffic: Traffic | undefined,
  t: number,
  followed = NaN,
): void {
  const { slot, single } = cellsOf(place, cell);
  const filled = filledAt(place, cell, t);
  const front = cell.x + cell.width - WALL;
  const [middle, tall] = [cell.y + cell.height / 2, cell.height - 2 * WALL];
  const next = (traffic ? countAt(traffic, t) : 0) + 1;
  const phase = single || !traffic ? 0 : phaseAt(traffic, t);
  for (let i = 0; i < filled / slot + phase; i++) {
    const [from, to] = [Math.max(0, (i - phase) * slot), Math.min(filled, (i + 1 - phase) * slot)];
    if (!(to - from > 0.3)) continue;
    const ink = inkOf(place, t, next + i, filled > 0 ? (from + to) / 2 / filled : 0, traffic);
    const cool = place.waited && ink === COOL ? 0.6 : 1;
    const width = to - from > 3 ? to - from - 1.5 : to - from;
    const x = front - (from + to) / 2;
    if (Math.abs(x - followed) < width / 2 + ROOM) continue;
    pen.bar(ink, x, middle, width, tall * cool);
  }
  for (const { at } of place.marks) {
    const value = at(t);
    if (!(value > 0)) continue;
    const x = front - (cell.width - 2 * WALL) * Math.min(1, value / place.scale);
    pen.bar('ssthresh', x, middle, 2.5, cell.height + 12);
    pen.shape('ssthresh', [x - 5, cell.y - 7, x + 5, cell.y - 7, x, cell.y - 1], 1);
  }
}

/** Where the end of the row is. */
export const tailAt = (place: Place, cell: Cell, t: number): number =>
  cell.x + cell.width - WALL - filledAt(place, cell, t);

/** Packets that each take as long as the others: as they come out, so they went in. Below them, how many there are. */
export function drawLine(
  pen: Pen,
  place: Place,
  cell: Cell,
  traffic: Traffic | undefined,
  data: SceneData,
  t: number,
): void {
  const room = cell.width - 2 * WALL;
  const base = cell.y + cell.height - WALL;
  const share = Math.min(1, Math.max(0, place.holds(t) / place.scale));
  if (share > 0)
    pen.bar(
      share > 0.995 ? 'loss' : place.level.quantity,
      cell.x + WALL + (room * share) / 2,
      base - 3,
      room * share,
      6,
    );
  if (!traffic || !(place.delay > 0) || !(traffic.unit > 0)) return;
  const slots = Math.floor(room / 11);
  const [middle, tall] = [cell.y + (cell.height - 8) / 2, cell.height - 8 - 2 * WALL];
  for (let i = 0; i < slots; i++) {
    // It moves with the time, and is as high as what comes out then.
    const ahead = (1 - ((i + (((t / place.delay) * slots) % 1)) % slots) / slots) * place.delay;
    const rate = traffic.flow.at(Math.min(data.end, t + ahead));
    const of = Math.min(1, rate / (traffic.flow.usual || 1));
    if (of < 0.02) continue;
    const x = cell.x + WALL + room * (1 - ahead / place.delay);
    if (x < cell.x + 8 || x > cell.x + cell.width - 8) continue;
    pen.bar(place.level.quantity, x, middle, 8, Math.max(3, tall * of));
  }
}
