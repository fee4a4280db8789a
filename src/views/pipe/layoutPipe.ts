import type { Params, PipeSpec } from '../../model/contract';
import { NARROW } from '../view';

/** A box whose right edge is fixed and whose left edge is dragged. */
export interface EdgeScale {
  right: number;
  /** Width at the least and at the most that the parameter allows, px. */
  least: number;
  most: number;
}

/** Where the edge lies for a share (0 … 1) of the parameter's scale. */
export const edgeAt = ({ right, least, most }: EdgeScale, share: number): number =>
  right - least - (most - least) * share;

/** The share of the scale at which the edge would lie at `x`. */
export const shareAt = ({ right, least, most }: EdgeScale, x: number): number =>
  Math.min(1, Math.max(0, (right - least - x) / (most - least)));

export interface Size {
  w: number;
  h: number;
}

export interface PipeLayout {
  width: number;
  height: number;
  narrow: boolean;
  /** The middle of the way of the data, and of the way back. */
  rowY: number;
  ackY: number;
  /** Baselines of the labels; on a narrow picture with a send buffer there are two rows of them. */
  labelY: number;
  upperY: number;
  legendY: number;
  /** Seconds; of the empty path. */
  rtt: number;
  /** bit/s; undefined: not known. */
  rate: number | undefined;
  /** The send buffer; undefined: the picture has none. */
  buffer: (EdgeScale & { height: number; edge: (value: number) => number; asked: number | undefined }) | undefined;
  /** Where data leave the sender and ACKs come back to. */
  senderX: number;
  queue: {
    scale: EdgeScale;
    left: number;
    right: number;
    height: number;
    /** Packets; undefined: nobody knows. */
    limit: number | undefined;
    /** Room of a packet, px. */
    slot: number;
    /** Too small to be drawn one by one? */
    merged: boolean;
  };
  /** Behind the bottleneck. */
  wire: { from: number; to: number; height: number };
  shortHeight: number;
  /** Packets that fit on the long wire; undefined: not known. */
  capacity: number | undefined;
  /** Packets in the queue, on the long wire and before the queue. */
  queued: Size;
  flying: Size;
  leaving: Size;
}

export interface PipeLayoutInput {
  spec: PipeSpec;
  params: Params;
  width: number;
  /** Where a value of a parameter lies on its slider, 0 … 1. */
  share: (parameter: string, value: number) => number;
  /** Is it the picture itself, and no strip above one? */
  large?: boolean;
}

/** Below this, slots run into each other. */
const SLOT = 3;
/** Slots that a queue without a limit shows. */
const SHOWN = 24;
/** Bytes on the line. */
const PACKET = 1514;
export const GATE = 14;

/** `fall`: between the rows of the data and of the ACKs; `foot`: below it. */
const WIDE = {
  ...{ host: 20, short: 40, queue: 0.36, open: 0.2, buffer: 0.24 },
  ...{ row: 44, tall: 30, wire: 12, leaving: 18, fall: 42, foot: 28, room: 30 },
};
const SMALL = {
  ...WIDE,
  host: 12,
  short: 20,
  queue: 0.49,
  buffer: 0.27,
  row: 38,
  tall: 26,
  room: 26,
  wire: 10,
  leaving: 14,
};
/** As the picture itself: `room` is how high the send buffer is. */
const LARGE = { row: 74, tall: 50, wire: 24, leaving: 30, fall: 92, foot: 34, open: 0.1, buffer: 0.32, room: 88 };
const LARGE_SMALL = { ...LARGE, row: 58, short: 14, open: 0.14, buffer: 0.42 };

const numberOf = (params: Params, name: string): number | undefined => {
  const value = name === '' ? NaN : Number(params[name]);
  return Number.isFinite(value) ? value : undefined;
};

/** All places. The height depends on the spec and on the width being narrow or not, never on values. */
export function layoutPipe({ spec, params, width, share, large = false }: PipeLayoutInput): PipeLayout {
  const narrow = width < NARROW;
  const strip = narrow ? SMALL : WIDE;
  const size = large ? { ...strip, ...(narrow ? LARGE_SMALL : LARGE) } : strip;
  const second = narrow && spec.sndbuf !== '' ? 16 : 0;
  const rowY = size.row + second;
  const ackY = rowY + size.fall;
  const limit = numberOf(params, spec.limit);
  const sndbuf = numberOf(params, spec.sndbuf);
  const bufferMost = sndbuf === undefined ? 0 : Math.round(size.buffer * width);
  const senderX = size.host + bufferMost;
  const open = limit === undefined || bufferMost > 0;
  const most = Math.round((open ? size.open : size.queue) * width);
  const right = senderX + size.short + most;
  const scale: EdgeScale = { right, least: narrow ? 18 : 16, most };
  const left = limit === undefined ? right - most : edgeAt(scale, share(spec.limit, limit));
  const slot = (right - left) / (limit ?? SHOWN);
  const wire = { from: right + GATE, to: width - size.host, height: size.wire };
  const rtt = (numberOf(params, spec.rtt) ?? 100) / 1000;
  const megabits = numberOf(params, spec.rate);
  const rate = megabits === undefined ? undefined : megabits * 1e6;
  const capacity = rate === undefined ? undefined : (rate / 8 / PACKET) * (rtt / 2);
  const spacing = capacity === undefined ? Infinity : (wire.to - right) / capacity;
  const bufferScale: EdgeScale = { right: senderX, least: 22, most: bufferMost };
  const bufferEdge = (value: number): number => edgeAt(bufferScale, share(spec.sndbuf, value));
  return {
    width,
    height: ackY + size.foot,
    narrow,
    rowY,
    ackY,
    upperY: 13,
    labelY: 13 + second,
    legendY: ackY + size.foot - 6,
    rtt,
    rate,
    buffer:
      sndbuf === undefined
        ? undefined
        : {
            ...bufferScale,
            height: size.room,
            edge: bufferEdge,
            asked: sndbuf > 0 ? bufferEdge(sndbuf) : undefined,
          },
    senderX,
    queue: { scale, left, right, height: size.tall, limit, slot, merged: slot < SLOT },
    wire,
    shortHeight: size.leaving,
    capacity,
    queued: { w: Math.min(12, slot - (slot < 6 ? 1 : 2)), h: size.tall - 8 },
    flying: { w: Math.min(12, Math.max(2, spacing - 1.5)), h: size.wire - 2 },
    leaving: { w: 6, h: size.leaving - 4 },
  };
}
