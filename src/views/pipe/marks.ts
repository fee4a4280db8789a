import { bisectRight } from 'd3-array';
import type { PipeLayout } from './layoutPipe';
import { FALLING, TRAVEL } from './timing';
import { type AckTrack, type PacketTrack, underWay } from './track';

/** queue, wire: where a packet is. falling: it does not arrive. missing: a lost one, where it would be. */
export type Place = 'queue' | 'wire' | 'falling' | 'missing';

/** A packet as it is drawn; x and y are its middle. */
export interface Mark {
  row: number;
  place: Place;
  x: number;
  y: number;
  w: number;
  h: number;
  /** A retransmission? */
  again: boolean;
  /** 1: fully there, 0: gone. */
  strength: number;
  /** Has it come from the sender to where it belongs? */
  settled: boolean;
}

const ease = (share: number): number => share * share * (3 - 2 * share);
const clamp = (share: number): number => Math.min(1, Math.max(0, share));
const between = (a: number, b: number, share: number): number => a + (b - a) * share;

/** Behind the first one to leave, the queue moves up in this share of the time until the next one does. */
const MOVING_UP = 0.6;

/** How much of a slot the queue has yet to move up after the last departure. */
function yetToMove({ passing, sent }: PacketTrack, head: number, t: number): number {
  const before = passing.from[head - 1];
  const row = passing.rows[head];
  if (before === undefined || row === undefined || sent[row]! >= before) return 0;
  return 1 - ease(clamp((t - before) / (MOVING_UP * (passing.from[head]! - before))));
}

/**
 * Calls `see` for every packet that is in the picture at `t`, in the order they go. The mark is one and the same object
 * each time, as there may be thousands in each frame: copy it to keep it. Returns how many are in the queue.
 */
export function visitPackets(track: PacketTrack, layout: PipeLayout, t: number, see: (mark: Mark) => void): number {
  const { passing, earliest, sent } = track;
  const { queue, wire, rowY, senderX, rtt, leaving, queued, flying } = layout;
  const first = bisectRight(passing.to, t);
  const head = bisectRight(passing.from, t);
  const end = bisectRight(earliest, t);
  const behind = yetToMove(track, head, t);
  const gate = queue.right - queue.slot / 2;
  const mark: Mark = { row: 0, place: 'wire', x: 0, y: rowY, w: 0, h: 0, again: false, strength: 1, settled: true };
  let count = 0;
  for (let i = first; i < end; i++) {
    const row = passing.rows[i]!;
    if (sent[row]! > t) continue;
    const waiting = i >= head;
    if (waiting) count++;
    const gone = clamp((t - sent[row]!) / (TRAVEL * rtt));
    const come = ease(gone);
    const share = (t - passing.from[i]!) / (passing.to[i]! - passing.from[i]!);
    const there = waiting
      ? Math.max(queue.left, gate - (i - head + behind) * queue.slot)
      : between(gate, wire.to - flying.w / 2, share);
    const size = !waiting ? flying : queue.merged ? leaving : queued;
    mark.row = row;
    mark.place = waiting ? 'queue' : 'wire';
    mark.x = between(senderX, there, come);
    mark.w = between(leaving.w, size.w, come);
    mark.h = between(leaving.h, size.h, come);
    mark.again = track.again[row] === 1;
    mark.settled = gone === 1;
    see(mark);
  }
  visitMissing(track, layout, t, mark, see);
  visitFailing(track, layout, t, mark, see);
  return count;
}

function visitMissing({ missing, again }: PacketTrack, layout: PipeLayout, t: number, mark: Mark, see: See): void {
  const { queue, wire, rowY, flying } = layout;
  const [first, end] = underWay(missing, t);
  for (let i = first; i < end; i++) {
    const share = (t - missing.from[i]!) / (missing.to[i]! - missing.from[i]!);
    mark.row = missing.rows[i]!;
    mark.place = 'missing';
    mark.x = between(queue.right, wire.to - flying.w / 2, share);
    mark.y = rowY;
    mark.w = Math.max(5, flying.w);
    mark.h = flying.h;
    mark.again = again[mark.row] === 1;
    see(mark);
  }
}

type See = (mark: Mark) => void;

/** Half of the wall that a full queue's edge is. */
const WALL = 9;

/** How wide what falls at the same time fans out, px. */
const FAN = 84;
/** Steps that spread any number of them evenly: the golden section, and the root of 3. */
const EVEN = [0.618034, 0.7320508] as const;

/** How many are falling at `t`. */
export const fallingAt = ({ failing: { from } }: PacketTrack, { rtt }: PipeLayout, t: number): number =>
  bisectRight(from, t) - bisectRight(from, t - FALLING * rtt);

/** What does not arrive goes as far as it gets — the full queue's tail, or half the short wire — and falls. */
function visitFailing(track: PacketTrack, layout: PipeLayout, t: number, mark: Mark, see: See): void {
  const { queue, rowY, ackY, senderX, rtt, leaving } = layout;
  const { rows, from } = track.failing;
  const end = bisectRight(from, t);
  for (let i = bisectRight(from, t - FALLING * rtt); i < end; i++) {
    const age = (t - from[i]!) / rtt;
    const row = rows[i]!;
    const come = ease(clamp(age / TRAVEL));
    const fallen = clamp((age - TRAVEL) / (FALLING - TRAVEL));
    const tail = queue.left - leaving.w / 2 - WALL;
    const to = track.fate(row) === 'dropped' ? tail : between(senderX, queue.left, 0.5);
    // Those that fall together fan out, so that each is seen.
    const [aside, high] = EVEN.map((step) => (row * step) % 1) as [number, number];
    const deep = 1 - 0.65 * high;
    const apart = Math.min(FAN, to - senderX) * aside;
    mark.row = row;
    mark.place = 'falling';
    mark.x = between(senderX, Math.max(senderX, to), come) - apart * Math.sqrt(fallen);
    mark.y = between(rowY, ackY - 6, deep * fallen);
    mark.w = leaving.w;
    mark.h = between(leaving.h, leaving.w, fallen);
    mark.again = track.again[row] === 1;
    mark.strength = 1 - fallen ** 3;
    see(mark);
  }
}

/** Calls `see` with the place of every ACK that is on its way at `t`. One that is lost is gone after half of it. */
export function visitAcks(
  { ways, lost }: AckTrack,
  layout: PipeLayout,
  t: number,
  see: (x: number, row: number) => void,
): void {
  const { wire, senderX } = layout;
  for (const [some, whole] of [
    [ways, 1],
    [lost, 0.5],
  ] as const) {
    const [first, end] = underWay(some, t);
    for (let i = first; i < end; i++) {
      const share = (whole * (t - some.from[i]!)) / (some.to[i]! - some.from[i]!);
      see(between(wire.to, senderX, share), some.rows[i]!);
    }
  }
}

/** Where the packet of `row` is at `t`; undefined: not in the picture. */
export function placeOf(track: PacketTrack, layout: PipeLayout, t: number, row: number): Mark | undefined {
  let found: Mark | undefined;
  visitPackets(track, layout, t, (mark) => {
    if (mark.row === row) found = { ...mark };
  });
  return found;
}

/** The packet nearest to a point, within `reach` px. */
export function packetAt(
  track: PacketTrack,
  layout: PipeLayout,
  t: number,
  { x, y, reach }: { x: number; y: number; reach: number },
): number | undefined {
  let found: number | undefined;
  let nearest = reach;
  visitPackets(track, layout, t, (mark) => {
    const distance = Math.hypot(
      Math.max(0, Math.abs(mark.x - x) - mark.w / 2),
      Math.max(0, Math.abs(mark.y - y) - mark.h / 2),
    );
    // Of those that lie on each other the last one drawn is on top.
    if (distance > nearest) return;
    nearest = distance;
    found = mark.row;
  });
  return found;
}
