import type { Quantity } from '../../model/contract';
import type { Look, Pen } from '../pen';
import type { PipeLayout } from './layoutPipe';
import { visitAcks, visitPackets } from './marks';
import type { Moment } from './moment';

/** Marks on a wire that lie this close, px, would not be told apart. */
const SAME_PIXEL = 0.4;
const ACK = { w: 3, h: 8 };
/** px; what falls closer together than that is one cross, and how many there are stands beside it. */
const CROSS = 9;

function drawBuffer(pen: Pen, { buffer }: Moment, layout: PipeLayout): void {
  if (!buffer || !layout.buffer) return;
  const { right, height, asked } = layout.buffer;
  const { rowY } = layout;
  const box = (ink: Quantity, from: number, w: number, h: number, look?: Look): void => {
    if (w > 0.5) pen.bar(ink, from + w / 2, rowY, w, h, look);
  };
  const from = right - buffer.unacked;
  box('unacked', from, buffer.unacked, height - 8, { strength: 0.45 });
  box('unsent', from - buffer.unsent, buffer.unsent, height - 8);
  box('sndbuf', buffer.left, right - buffer.left, height, { hollow: true });
  // More was asked for than was given.
  if (asked !== undefined && asked < buffer.left - 1) {
    box('sndbuf', asked, buffer.left - asked, height, { hollow: true, dashed: true });
  }
}

function drawLevels(pen: Pen, layout: PipeLayout, queued: number, share: number): void {
  const { queue, wire, rowY, ackY, senderX, flying } = layout;
  const full = Math.min(queue.right - queue.left, (queued || 0) * queue.slot);
  const band = (from: number, to: number): void => {
    if (share > 0) pen.bar('inflight', (from + to) / 2, rowY, to - from, flying.h * share, { strength: 0.55 });
  };
  band(senderX, queue.left);
  band(wire.from, wire.to);
  if (full > 0) pen.bar('queue', queue.right - full / 2, rowY, full, layout.queued.h, { strength: 0.8 });
  if (share > 0) {
    pen.bar('sequence', (senderX + wire.to) / 2, ackY, wire.to - senderX, ACK.h * share, { strength: 0.4 });
  }
}

function drawPackets(pen: Pen, layout: PipeLayout, { t, content }: Moment, pointed: number | undefined): number {
  if (content.kind !== 'packets') return 0;
  const { queue, rowY, ackY } = layout;
  let tail = queue.right;
  const fallen: { x: number; y: number }[] = [];
  let last = Infinity;
  const count = visitPackets(content.packets, layout, t, ({ row, place, x, y, w, h, again, strength, settled }) => {
    if (place === 'queue' && settled && queue.merged) {
      tail = Math.min(tail, x - queue.slot / 2);
    } else if (place === 'falling') {
      if (fallen.some((other) => Math.abs(other.x - x) < CROSS && Math.abs(other.y - y) < CROSS)) return;
      fallen.push({ x, y });
      pen.bar('loss', x, y, w, h, { strength: strength * 0.4, hollow: again });
      pen.cross('loss', x, y, CROSS / 2, strength);
    } else if (place === 'missing') {
      pen.bar('loss', x, y, w, h, { hollow: true, dashed: true });
    } else if (Math.abs(x - last) > SAME_PIXEL) {
      pen.bar(place === 'queue' && settled ? 'queue' : 'inflight', x, y, w, h, { hollow: again });
      last = x;
    }
    if (row === pointed && place !== 'falling') pen.bar('inflight', x, y, w + 7, h + 7, { hollow: true });
  });
  if (tail < queue.right) {
    const from = Math.max(queue.left, tail);
    pen.bar('queue', (from + queue.right) / 2, rowY, queue.right - from, layout.queued.h, { strength: 0.8 });
  }
  last = Infinity;
  if (content.acks) {
    visitAcks(content.acks, layout, t, (x) => {
      if (Math.abs(x - last) <= SAME_PIXEL) return;
      pen.bar('sequence', x, ackY, ACK.w, ACK.h);
      last = x;
    });
  }
  return count;
}

/** Everything that moves. Returns how many packets are in the queue; NaN: not known. */
export function drawMoment(pen: Pen, layout: PipeLayout, moment: Moment, pointed?: number): number {
  drawBuffer(pen, moment, layout);
  if (moment.content.kind === 'packets') return drawPackets(pen, layout, moment, pointed);
  const { queued, wire } = moment.content.levels;
  drawLevels(pen, layout, queued, wire);
  return Math.round(queued);
}
