import { bisectRight } from 'd3-array';
import type { Table } from '../../model/types';
import { columnOf, wordOf } from '../tables';

/** Rows that `simulations/inflight/scenes/trace.py` writes at most: a table with so many may end before the run does. */
const MOST = 20_000;

/** Rows in an order by which the ones under way are found without looking at all. */
interface Ordered {
  rows: Int32Array;
  from: Float64Array;
  to: Float64Array;
}

/** A table of packets, prepared for asking what is where. */
export interface PacketTrack {
  sent: Float64Array;
  left: Float64Array;
  arrived: Float64Array;
  seq: Float64Array;
  length: Float64Array;
  again: Float64Array;
  /** Those that pass the queue, in the order they leave it: `from` is when, `to` when they arrive. */
  passing: Ordered;
  /** For each place in `passing`: when the first of this and all later ones was sent. Ascending, as `sent` is not. */
  earliest: Float64Array;
  /** Those that do not arrive, by the time they were sent; they have no end. */
  failing: Ordered;
  /** Those that the wire lost, where they would be: close behind the one before. */
  missing: Ordered;
  /** No row is known of later times. */
  until: number;
  /** "dropped", as the model calls it. */
  fate: (row: number) => string;
  /** Counted from 1 in the order they leave, as the parameter of packets to lose counts them. */
  number: (row: number) => number;
  /** The row of the packet of that number; undefined: the table does not have it. */
  rowOf: (number: number | undefined) => number | undefined;
}

/** A table of ACKs, likewise. Those that are lost have half of their way. */
export interface AckTrack {
  ways: Ordered;
  lost: Ordered;
  ack: Float64Array;
}

const ordered = (rows: number[], from: (row: number) => number, to: (row: number) => number): Ordered => ({
  rows: Int32Array.from(rows),
  from: Float64Array.from(rows, from),
  to: Float64Array.from(rows, to),
});

/** Where the lost ones of `rows` would be on the wire. */
function missingOf(rows: number[], lost: (row: number) => boolean, track: Ways): Ordered {
  const found: { row: number; left: number }[] = [];
  let last = -Infinity;
  let way = 0;
  for (const row of rows) {
    const left = track.left[row]!;
    if (!Number.isNaN(left)) {
      last = Math.max(last, left);
      way = track.arrived[row]! - left;
    } else if (lost(row)) {
      found.push({ row, left: Math.max(last, track.sent[row]!) });
    }
  }
  return {
    rows: Int32Array.from(found, ({ row }) => row),
    from: Float64Array.from(found, ({ left }) => left),
    to: Float64Array.from(found, ({ left }) => left + way),
  };
}

type Ways = Pick<PacketTrack, 'sent' | 'left' | 'arrived'>;

function suffixMinimum(values: readonly number[]): Float64Array {
  const result = Float64Array.from(values);
  for (let i = result.length - 2; i >= 0; i--) result[i] = Math.min(result[i]!, result[i + 1]!);
  return result;
}

function prepare(table: Table): PacketTrack {
  const values = (name: string): Float64Array => columnOf(table, name).values;
  const [sent, left, arrived] = [values('sent'), values('left'), values('arrived')];
  const numbers = values('number');
  const fates = columnOf(table, 'fate');
  const fate = (row: number): string => wordOf(fates, fates.values[row]!);
  const rows = [...sent.keys()];
  const passing = rows.filter((row) => !Number.isNaN(left[row]!)).sort((a, b) => left[a]! - left[b]! || a - b);
  const failing = rows.filter((row) => Number.isNaN(left[row]!)).sort((a, b) => sent[a]! - sent[b]! || a - b);
  return {
    sent,
    left,
    arrived,
    seq: values('seq'),
    length: values('length'),
    again: values('again'),
    passing: ordered(
      passing,
      (row) => left[row]!,
      (row) => arrived[row]!,
    ),
    earliest: suffixMinimum(passing.map((row) => sent[row]!)),
    failing: ordered(
      failing,
      (row) => sent[row]!,
      () => Infinity,
    ),
    missing: missingOf(rows, (row) => fate(row) === 'lost', { sent, left, arrived }),
    until: rows.length < MOST ? Infinity : sent.reduce((most, time) => Math.max(most, time), 0),
    fate,
    number: (row) => numbers[row] ?? row + 1,
    rowOf(number) {
      if (number === undefined) return undefined;
      const row = numbers.length > 0 ? numbers.indexOf(number) : number - 1;
      return row in sent ? row : undefined;
    },
  };
}

const packetTracks = new WeakMap<Table, PacketTrack>();

/** The same table is prepared once. */
export function packetTrack(table: Table): PacketTrack {
  let track = packetTracks.get(table);
  if (!track) packetTracks.set(table, (track = prepare(table)));
  return track;
}

const ackTracks = new WeakMap<Table, AckTrack>();

/** The same table is prepared once. */
export function ackTrack(table: Table): AckTrack {
  let track = ackTracks.get(table);
  if (!track) {
    const [sent, arrived] = [columnOf(table, 'sent').values, columnOf(table, 'arrived').values];
    const rows = [...sent.keys()].sort((a, b) => sent[a]! - sent[b]! || a - b);
    const isLost = (row: number): boolean => Number.isNaN(arrived[row]!);
    const some = rows.find((row) => !isLost(row));
    const half = some === undefined ? 0 : (arrived[some]! - sent[some]!) / 2;
    const from = (row: number): number => sent[row]!;
    const ways = ordered(
      rows.filter((row) => !isLost(row)),
      from,
      (row) => arrived[row]!,
    );
    const lost = ordered(rows.filter(isLost), from, (row) => sent[row]! + half);
    ackTracks.set(table, (track = { ways, lost, ack: columnOf(table, 'ack').values }));
  }
  return track;
}

/** Places [first, end) of those under way at `t`: `from` ≤ t < `to`. */
export const underWay = ({ from, to }: Ordered, t: number): [first: number, end: number] => [
  bisectRight(to, t),
  bisectRight(from, t),
];
