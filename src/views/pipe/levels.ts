import { bisectRight } from 'd3-array';
import type { PipeSpec } from '../../model/contract';
import type { Column, Result } from '../../model/types';
import { columnOf } from '../tables';
import { edgeAt, type PipeLayout } from './layoutPipe';

/** Data in a packet. */
const MSS = 1448;
const BYTES: Record<string, number> = { B: 1, kB: 1e3, MB: 1e6 };

type Columns = readonly Column[];

/** A column's value at `t`, along the straight line between its samples; NaN: it has none. */
function valueAt(columns: Columns, name: string, t: number): number {
  const times = columns[0]?.values;
  const { values } = columnOf([...columns], name);
  if (name === '' || !times || values.length === 0) return NaN;
  const next = bisectRight(times, t);
  const [before, after] = [values[Math.max(0, next - 1)]!, values[next] ?? NaN];
  const [from, to] = [times[next - 1] ?? t, times[next] ?? t];
  return Number.isNaN(after) || t <= from ? before : before + ((after - before) * (t - from)) / (to - from);
}

/** Bytes, whatever the column's unit. */
const bytesAt = (columns: Columns, name: string, t: number): number =>
  valueAt(columns, name, t) * (BYTES[columnOf([...columns], name).unit] ?? MSS);

/** What stands in the columns instead of packets. */
export interface Levels {
  /** Packets in the queue; NaN: not known. */
  queued: number;
  /** How full the wires are, 0 … 1. */
  wire: number;
}

/** Where there are no packets to draw: how full queue and wires are. */
export function levelsAt({ columns }: Pick<Result, 'columns'>, spec: PipeSpec, layout: PipeLayout, t: number): Levels {
  const queued = valueAt(columns, spec.queue, t);
  const inflight = bytesAt(columns, spec.inflight, t) / MSS;
  const flying = inflight - (queued || 0);
  const both = 2 * (layout.capacity ?? inflight);
  return { queued, wire: flying > 0 && both > 0 ? Math.min(1, flying / both) : 0 };
}

/** The send buffer at one moment. */
export interface Buffer {
  /** Bytes of data. */
  held: number;
  /** Left edge of its room: where it is given by the kernel, not where it was asked for. */
  left: number;
  /** Widths of what is in it, px; both lie at the right end, first what is in flight. */
  unacked: number;
  unsent: number;
}

const shares = new WeakMap<Columns, number>();

/**
 * The most that data ever took of the room: the kernel also counts its own bookkeeping against it, so a buffer is full
 * long before its data fill it.
 */
function dataShare(columns: Columns, spec: PipeSpec): number {
  let most = shares.get(columns);
  if (most === undefined) {
    most = 0;
    for (const t of columns[0]!.values) {
      const room = spec.room === '' ? 1 : bytesAt(columns, spec.room, t);
      const share = (bytesAt(columns, spec.inflight, t) + bytesAt(columns, spec.buffered, t)) / room;
      if (share > most) most = share;
    }
    shares.set(columns, most);
  }
  return most;
}

/** What the send buffer holds at `t`; undefined: the picture has none. */
export function bufferAt(
  { columns }: Pick<Result, 'columns'>,
  spec: PipeSpec,
  layout: PipeLayout,
  t: number,
): Buffer | undefined {
  const { buffer } = layout;
  if (!buffer || spec.buffered === '') return undefined;
  const room = spec.room === '' ? NaN : bytesAt(columns, spec.room, t);
  // SO_SNDBUF is doubled by the kernel: half the room is what one would ask for.
  const left = Number.isNaN(room) ? (buffer.asked ?? edgeAt(buffer, 1)) : buffer.edge(room / 2);
  const full = dataShare(columns, spec) * (spec.room === '' ? 1 : room);
  const unacked = bytesAt(columns, spec.inflight, t) || 0;
  const unsent = bytesAt(columns, spec.buffered, t) || 0;
  const pixels = (amount: number): number => (full > 0 ? (Math.min(amount, full) / full) * (buffer.right - left) : 0);
  return {
    held: unacked + unsent,
    left,
    unacked: pixels(unacked),
    unsent: Math.max(0, pixels(unacked + unsent) - pixels(unacked)),
  };
}
