import type { Pen } from '../pen';
import type { StreamLayout } from './layoutStream';
import { edgeAt, type StreamData } from './readStream';

const GAP = 2;
/** px: less is not seen. */
const THIN = 0.6;
const WALL = 3;

/** From `left` to `right` at the height `y`. */
const span = (pen: Pen, ...[ink, left, right, y, h, look]: SpanOf): void =>
  pen.bar(ink, (left + right) / 2, y, right - left, h, look);
type SpanOf = [Parameters<Pen['bar']>[0], number, number, number, number, Parameters<Pen['bar']>[5]?];

/** How far each window reaches; the one that binds is thick, and stands as a wall among the bytes. */
function drawEdges(pen: Pen, layout: StreamLayout, { edges, scale }: StreamData, t: number): void {
  const { left, room, rows, ribbon, width, narrow } = layout;
  const least = edgeAt(edges, t);
  edges.forEach((edge, i) => {
    const window = edge.at(t);
    if (!Number.isFinite(window)) return;
    const { y } = rows[i]!;
    const ink = edge.series.quantity;
    const wanted = left + (window / scale) * room;
    const isBinding = window === least;
    const isBeyond = wanted > width - 2;
    // What reaches farther than the drawing goes on in dashes.
    const right = isBeyond ? width - 26 : wanted;
    if (right - left > THIN) span(pen, ink, left, right, y, isBinding ? 6 : 3);
    if (isBeyond) for (const x of [width - 20, width - 12, width - 4]) pen.bar(ink, x, y, 4, isBinding ? 6 : 3);
    else pen.bar(ink, right, y, WALL, 13);
    if (!isBinding || isBeyond) return;
    // Where names stand above their lines, it does not go through them.
    const top = narrow ? ribbon.top - 4 : y;
    const bottom = ribbon.top + ribbon.height + 4;
    pen.bar(ink, right, (top + bottom) / 2, WALL, bottom - top);
  });
}

/** The bytes, cell by cell: a cell's left part may be acknowledged and the rest still in flight. */
function drawBytes(pen: Pen, layout: StreamLayout, data: StreamData, t: number): void {
  const { left, room, ribbon, width } = layout;
  const { inflight, edges, scale, cell } = data;
  const y = ribbon.top + ribbon.height / 2;
  const scaled = room / scale;
  const acked = data.acked(t);
  const sent = acked + inflight.at(t);
  const allowed = Math.max(sent, acked + edgeAt(edges, t));
  const xOf = (bytes: number): number => left + (bytes - acked) * scaled;
  const first = Math.max(0, Math.floor((acked - left / scaled) / cell));
  for (let number = first; xOf(number * cell) < width; number++) {
    const [from, to] = [number * cell, (number + 1) * cell];
    const part = (begin: number, end: number, draw: (x0: number, x1: number) => void): void => {
      const [x0, x1] = [xOf(Math.max(from, begin)), xOf(Math.min(to, end)) - (end < to ? 0 : GAP)];
      const [clipped0, clipped1] = [Math.max(0, x0), Math.min(width, x1)];
      if (clipped1 - clipped0 > THIN) draw(clipped0, clipped1);
    };
    part(0, acked, (x0, x1) => span(pen, 'sequence', x0, x1, y, ribbon.height * 0.5));
    part(acked, sent, (x0, x1) => span(pen, inflight.quantity, x0, x1, y, ribbon.height - 6));
    part(sent, allowed, (x0, x1) => span(pen, inflight.quantity, x0, x1, y, ribbon.height - 6, { hollow: true }));
    part(allowed, Infinity, (x0, x1) => span(pen, 'time', x0, x1, y, 4));
  }
}

export function drawStream(pen: Pen, layout: StreamLayout, data: StreamData, t: number): void {
  drawBytes(pen, layout, data, t);
  drawEdges(pen, layout, data, t);
}
