import type { Quantity } from '../../model/contract';
import type { Pen } from '../pen';
import { heightAt, type Wire } from './layoutScene';
import { PACE, type SceneData, type Traffic } from './readScene';

export const DOT = { w: 9, h: 7 };
/** Closer ones are drawn as one. */
const CLOSE = 6;
/** px of a wire, at most; ends a wire that has nothing to do with the screen. */
const LONG = 4000;

/** A fixed, even spread of 0 … 1: whose packet it is does not change on its way. */
export const spread = (index: number): number => {
  const share = (index * 0.618034) % 1;
  return share < 0 ? share + 1 : share;
};

/** Whose packet this is, as flows share what goes by at that time. */
export function ownerAt({ flow, parts }: Traffic, t: number, index: number): Quantity {
  if (parts.length < 2) return flow.quantity;
  let all = 0;
  for (const part of parts) all += part.at(t);
  let left = spread(index) * all;
  for (const part of parts) {
    left -= part.at(t);
    if (left < 0) return part.quantity;
  }
  return flow.quantity;
}

/** The number of the last packet that is drawn to have gone by. */
export const countAt = ({ flow, unit }: Traffic, t: number): number => (unit > 0 ? Math.floor(flow.sum(t) / unit) : 0);

/**
 * Packets on a wire: each goes at the same pace, so they are as close as the flow is fast. `early`: those are drawn
 * that come out at its end; else those that went in at its start. `paid`: each has taken tokens of that colour.
 */
export function drawWire(
  pen: Pen,
  wire: Wire,
  traffic: Traffic | undefined,
  { speed, start }: SceneData,
  t: number,
  { early = false, paid }: { early?: boolean; paid?: Quantity } = {},
): void {
  if (!traffic || !(traffic.unit > 0)) return;
  const length = Math.min(LONG, wire.to.x - wire.from.x);
  const span = (length * speed) / PACE;
  const until = early ? t + span : t;
  let drawn = Infinity;
  for (let i = countAt(traffic, until); i > 0; i--) {
    const at = traffic.flow.when(i * traffic.unit);
    const gone = ((until - at) * PACE) / speed;
    if (gone > length || at < start) break;
    if (Math.abs(gone - drawn) < CLOSE) continue;
    drawn = gone;
    const [x, y] = [wire.from.x + gone, heightAt(wire, length > 0 ? gone / length : 0)];
    pen.bar(ownerAt(traffic, at, i), x, y, DOT.w, DOT.h);
    if (paid) pen.bar(paid, x, y - 7, 4, 4);
  }
}

/** How far, of one packet, the next has come. */
export const phaseAt = ({ flow, unit }: Traffic, t: number): number => (unit > 0 ? (flow.sum(t) / unit) % 1 : 0);
