import { bisectRight, max } from 'd3-array';
import type { Table } from '../../model/types';
import { columnOf, wordOf } from '../tables';

/** Bytes that left the sender at a time. */
export interface Sent {
  t: number;
  from: number;
  to: number;
  again: boolean;
  /** Did it fall out of the queue, or get lost on the way? */
  gone: 'dropped' | 'lost' | undefined;
}

/** What the sender learns from an ACK, when it comes in. */
export interface Heard {
  t: number;
  ack: number;
  /** The byte that the receiver's window ends with. */
  edge: number;
  /** NaN: no SACK block. */
  sackFrom: number;
  sackTo: number;
}

/** A connection as its sender sees it. Both lists are in the order of time. */
export interface Sequence {
  sent: Sent[];
  heard: Heard[];
  /** Up to which byte has been sent, after each of `sent`; has been acknowledged, after each of `heard`. */
  highest: Float64Array;
  acked: Float64Array;
  /** The first byte of all. */
  first: number;
  /** Where the tables end, if they do so in the middle: only so many packets are kept. */
  cut: number | undefined;
}

/** The largest so far. */
function rising(values: readonly number[]): Float64Array {
  let most = -Infinity;
  return Float64Array.from(values, (value) => (most = Math.max(most, value)));
}

/** Rows of a table, each made of its cells by name. */
function rows<T>(table: Table | undefined, names: readonly string[], make: (...cells: number[]) => T): T[] {
  if (!table) return [];
  const columns = names.map((name) => columnOf(table, name).values);
  return Array.from(columns[0]!, (_, i) => make(...columns.map((values) => values[i] ?? NaN)));
}

/** Reads the tables `packets` and `acks` (`simulations/inflight/scenes/trace.py`). */
export function readSequence(packets: Table | undefined, acks: Table | undefined): Sequence {
  const fate = packets && columnOf(packets, 'fate');
  const sent = rows(packets, ['sent', 'seq', 'length', 'again', 'fate'], (t, from, length, again, fateOf): Sent => {
    const word = fate ? wordOf(fate, fateOf) : '';
    return {
      t,
      from,
      to: from + length,
      again: again === 1,
      gone: word === 'dropped' || word === 'lost' ? word : undefined,
    };
  }).filter(({ t, to }) => Number.isFinite(t + to));
  const heard = rows(
    acks,
    ['arrived', 'ack', 'window', 'sack_start', 'sack_end'],
    (t, ack, window, sackFrom, sackTo): Heard => ({ t, ack, edge: ack + window, sackFrom, sackTo }),
  ).filter(({ t, ack }) => Number.isFinite(t + ack));
  sent.sort((a, b) => a.t - b.t);
  heard.sort((a, b) => a.t - b.t);
  const first = Math.min(...[sent[0]?.from, heard[0]?.ack].filter((value) => value !== undefined));
  const cut = cutOf(sent, heard);
  const kept = cut === undefined ? heard : heard.filter(({ t }) => t <= cut);
  return {
    sent,
    heard: kept,
    highest: rising(sent.map(({ to }) => to)),
    acked: rising(kept.map(({ ack }) => ack)),
    first: Number.isFinite(first) ? first : 0,
    cut,
  };
}

/** Are there ACKs of what is not in the table of packets? Or does it end with data on their way? */
function cutOf(sent: readonly Sent[], heard: readonly Heard[]): number | undefined {
  const last = sent.at(-1);
  const lastAck = heard.at(-1);
  if (!last || !lastAck) return undefined;
  const behind = (max(heard, ({ ack }) => ack) ?? 0) - (max(sent, ({ to }) => to) ?? 0);
  return behind === 0 ? undefined : behind > 0 ? last.t : Math.max(last.t, lastAck.t);
}

const times = new WeakMap<readonly { t: number }[], Float64Array>();

/** How many of these have been by `t`. */
export function countBy(of: readonly { t: number }[], t: number): number {
  let known = times.get(of);
  if (!known) times.set(of, (known = Float64Array.from(of, (entry) => entry.t)));
  return bisectRight(known, t);
}

/** Where the sender stands at a moment. */
export interface Standing {
  t: number;
  sent: number;
  acked: number;
  edge: number;
  inFlight: number;
  /** The last ACK, and when the byte that it acknowledged had been sent; NaN: none has come. */
  heardAt: number;
  sentAt: number;
  /** Was that byte sent once, so that the time between is a round trip? (Karn) */
  once: boolean;
}

/** What has been sent and acknowledged by the time `t`, counted from the first byte. */
export function standingAt({ sent, heard, highest, acked, first }: Sequence, t: number): Standing {
  const [s, h] = [countBy(sent, t), countBy(heard, t)];
  const top = s > 0 ? highest[s - 1]! : first;
  const bottom = h > 0 ? acked[h - 1]! : first;
  const last = heard[h - 1];
  const at = bisectRight(highest, bottom - 1);
  const original = bottom > first ? sent[at] : undefined;
  return {
    t,
    sent: top - first,
    acked: bottom - first,
    edge: (last?.edge ?? NaN) - first,
    inFlight: Math.max(0, top - bottom),
    heardAt: last?.t ?? NaN,
    sentAt: original?.t ?? NaN,
    once: !sent.slice(at + 1, s).some(({ again, from, to }) => again && from < bottom && to >= bottom),
  };
}
