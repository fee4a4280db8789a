import type { Pen } from '../pen';
import type { Cell } from './layoutScene';
import type { Place, SceneData, Traffic } from './readScene';
import { WALL } from './drawQueue';

/** A bucket is narrower at its bottom: by so much on each side, of its width. */
export const TAPER = 0.13;
const DROP = 4;
/** px that a drop falls in a second of the reader's. */
const FALL = 70;
/** Drops a second of the reader's. */
const DRIPS = 3;

/** How high the liquid stands, px. */
export const depthAt = ({ level, scale }: Place, { height }: Cell, t: number): number =>
  (height - WALL) * Math.min(1, Math.max(0, level.at(t) / scale));

/** Tokens in a bucket, those that drip into it, and the way below it: shut while there are none. */
export function drawBucket(
  pen: Pen,
  place: Place,
  cell: Cell,
  traffic: Traffic | undefined,
  data: SceneData,
  t: number,
): void {
  const { x, y, width, height, wireY } = cell;
  const depth = depthAt(place, cell, t);
  const ink = place.level.quantity;
  const edge = (up: number): number => width * TAPER * (1 - up / height) + WALL;
  const bottom = y + height - WALL + 1;
  if (depth > 0.3) {
    const [low, high] = [edge(0), edge(depth)];
    pen.shape(
      ink,
      [x + low, bottom, x + high, bottom - depth, x + width - high, bottom - depth, x + width - low, bottom],
      1,
    );
  }
  const spout = x + width / 2;
  const seconds = (t - data.start) / data.speed;
  if (place.drip > 0) {
    const way = Math.max(1, bottom - depth - (y - 12));
    for (let i = 0; i < 6; i++) {
      const fallen = (((seconds * DRIPS) % 1) + i) * (FALL / DRIPS);
      if (fallen < way) pen.bar(ink, spout, y - 12 + fallen, DROP, DROP + 2);
    }
  }
  const flows = (traffic?.flow.at(t) ?? 0) > 0;
  // What is paid for goes down into the way.
  if (flows && depth > 0.3) pen.bar(ink, spout, y + height + 4, DROP, 8);
  if (!(depth > 0.06 * height) && place.limit) pen.bar('loss', x + 6, wireY, 3, 22);
}

/** What the next bucket lends comes to one that borrows. */
export function drawLoan(pen: Pen, cell: Cell, lender: { place: Place; cell: Cell }, data: SceneData, t: number): void {
  const [fromX, fromY] = [lender.cell.x + 4, lender.cell.y + lender.cell.height * 0.45];
  const [toX, toY] = loanEnd(cell);
  const seconds = (t - data.start) / data.speed;
  for (let i = 0; i < 5; i++) {
    const share = ((seconds * 0.5) % 0.2) + i * 0.2;
    const smooth = share * share * (3 - 2 * share);
    pen.bar(lender.place.level.quantity, fromX + (toX - fromX) * share, fromY + (toY - fromY) * smooth, 6, 6);
  }
  pen.shape(lender.place.level.quantity, [toX - 2, toY, toX + 8, toY - 5, toX + 8, toY + 5], 1);
}

/** Where what is lent comes in: at the bucket's rim, from the right. */
export const loanEnd = ({ x, y, width }: Cell): [number, number] => [x + width + 2, y + 4];

/** All that there is, upright, with lines that it ought not to cross. */
export function drawTank(pen: Pen, place: Place, cell: Cell, t: number): void {
  const { x, y, width, height } = cell;
  const depth = (height - 2 * WALL) * Math.min(1, Math.max(0, place.level.at(t) / place.scale));
  const floor = y + height - WALL;
  if (depth > 0.3) pen.bar(place.level.quantity, x + width / 2, floor - depth / 2, width - 2 * WALL, depth);
  for (const { value } of place.marks) {
    if (value !== undefined) pen.bar('kernel', x + width / 2, markHeight(place, cell, value), width + 8, 1.5);
  }
}

/** How high a line of a tank lies. */
export const markHeight = ({ scale }: Place, { y, height }: Cell, value: number): number =>
  y + height - WALL - (height - 2 * WALL) * Math.min(1, value / scale);
