import type { Quantity } from '../../model/contract';
import type { Pen } from '../pen';
import { along, type Box, type SceneLayout, type Wire } from './layoutScene';
import type { Series } from '../series';
import type { Place, SceneData } from './readScene';

/** As many packets are drawn one by one; more become a bar that is so much shorter or longer. */
const CELLS = 44;
const SPACING = 22;
/** px that a packet goes in a second of the reader's where most comes through. */
const PACE = 90;
const DOT = { w: 9, h: 7 };
/** How long what was dropped is seen falling, s of the reader's. */
const FALL = 0.7;
/** Drops that are drawn one by one; how many there are, the label says. */
const FALLING = 6;

/** A fixed, even spread of 0 … 1: whose packet it is does not change while it waits. */
const spread = (index: number): number => (index * 0.618034) % 1;

/** Whose packet this is, as flows share the place at that time. */
function ownerOf(shares: readonly Series[], t: number, index: number, none: Quantity): Quantity {
  const levels = shares.map((series) => series.at(t));
  let left = spread(index) * levels.reduce((sum, level) => sum + level, 0);
  const owner = shares.find((_, i) => (left -= levels[i]!) < 0);
  return owner?.quantity ?? none;
}

/** How far what moves has come, px: all rates together. */
function offsetOf(rates: readonly Series[], { speed }: SceneData, t: number): number {
  const most = Math.max(...rates.map((rate) => rate.most));
  return most > 0 ? rates.reduce((sum, rate) => sum + (PACE / speed / most) * rate.sum(t), 0) : 0;
}

function drawWire(pen: Pen, wire: Wire, rates: readonly Series[], data: SceneData, t: number): void {
  const most = Math.max(...rates.map((rate) => rate.most));
  const strength = Math.min(1, (4 * rates.reduce((sum, rate) => sum + rate.at(t), 0)) / (most || 1));
  if (!(strength > 0.05)) return;
  const length = Math.abs(wire.to.x - wire.from.x);
  const offset = offsetOf(rates, data, t);
  const first = Math.floor(offset / SPACING);
  for (let i = 0; i * SPACING < length; i++) {
    const gone = (offset % SPACING) + i * SPACING;
    if (gone > length) continue;
    const { x, y } = along(wire, gone / length);
    pen.bar(ownerOf(rates, t, CELLS + i - first, rates[0]!.quantity), x, y, DOT.w, DOT.h, { strength });
  }
}

function drawPackets(pen: Pen, place: Place, { x, y, width, height }: Box, data: SceneData, t: number): void {
  const level = place.level.at(t);
  const middle = y + height / 2;
  const cells = Math.min(CELLS, Math.max(1, Math.round(place.scale)));
  const slot = (width - 6) / cells;
  const filled = Math.min(cells, (cells * level) / place.scale);
  const count = place.scale > CELLS ? Math.ceil(filled) : Math.round(filled);
  const left = Math.floor(offsetOf(data.out, data, t) / SPACING);
  for (let i = 0; i < count; i++) {
    const ink = ownerOf(place.shares, t, left + i + CELLS, place.level.quantity);
    const part = place.scale > CELLS ? Math.min(1, filled - i) : 1;
    pen.bar(ink, x + width - 3 - (i + 0.5) * slot, middle, Math.max(1, (slot - 1.5) * part), height - 8, {
      strength: 0.9,
    });
  }
  for (const mark of place.marks) {
    const at = x + width - 3 - (width - 6) * Math.min(1, mark(t) / place.scale);
    pen.bar('bet', at, middle, 2, height + 8);
  }
}

function drawLiquid(pen: Pen, place: Place, { x, y, width, height }: Box, t: number): void {
  const full = (height - 4) * Math.min(1, Math.max(0, place.level.at(t) / place.scale));
  if (full > 0.5)
    pen.bar(place.level.quantity, x + width / 2, y + height - 2 - full / 2, width - 4, full, { strength: 0.8 });
  for (const mark of place.marks) {
    const at = y + height - 2 - (height - 4) * Math.min(1, mark(t) / place.scale);
    pen.bar('bet', x + width / 2, at, width + 10, 1.5);
  }
}

/** How many a store has lost while what falls is seen. */
export const lostAt = ({ lost }: Place, { speed }: SceneData, t: number): number =>
  lost ? Math.round(lost.at(t) - lost.at(t - FALL * speed)) : 0;

/** What a store refuses falls beside its mouth, fanned out. */
function drawFalling(pen: Pen, place: Place, { x, y, height }: Box, data: SceneData, t: number): void {
  if (!place.lost) return;
  const step = (FALL * data.speed) / FALLING;
  for (let i = 0; i < FALLING; i++) {
    if (Math.round(place.lost.at(t - i * step) - place.lost.at(t - (i + 1) * step)) <= 0) continue;
    const age = (i + 0.5) / FALLING;
    const strength = 1 - 0.8 * age;
    const [left, top] = [x - 8 - 22 * age * (0.5 + spread(i)), y + height * 0.6 + 34 * age * age];
    pen.bar('loss', left, top, DOT.w, DOT.h, { strength: strength * 0.5 });
    pen.cross('loss', left, top, 4, strength);
  }
}

/** One of those that are on their way, there through the first store and back below it. */
function drawWalker(pen: Pen, layout: SceneLayout, data: SceneData, t: number): void {
  const { walker } = data;
  if (!walker || walker.most === 0) return;
  const every = (1.4 * walker.most) / 1000;
  const sent = Math.floor(t / every) * every;
  const took = walker.at(sent) / 1000;
  const share = (t - sent) / took;
  if (!(share >= 0 && share <= 1)) return;
  const [place, box] = [data.piles[0]![0]!, layout.piles[0]![0]!];
  const [into, out] = [layout.inlets[0]!, layout.outlets[0]!];
  const waits = Math.min(0.95, Math.max(0, place.level.at(sent) / (place.scale || 1)));
  const back = (1 - waits) / 2;
  const leg = back / 2;
  const point =
    share < leg
      ? along(into, share / leg)
      : share < leg + waits
        ? { x: box.x + box.width * (1 - waits * (1 - (share - leg) / waits)), y: box.y + box.height / 2 }
        : share < 2 * leg + waits
          ? along(out, (share - leg - waits) / leg)
          : { x: out.to.x + (into.from.x - out.to.x) * ((share - 2 * leg - waits) / back), y: layout.backY };
  pen.bar(walker.quantity, point.x, point.y, DOT.w + 4, DOT.h + 14);
}

/** Everything that moves, as it is at `t`. */
export function drawScene(pen: Pen, layout: SceneLayout, data: SceneData, t: number): void {
  layout.inlets.forEach((wire, i) => {
    const rate = data.sources[Math.min(i, data.sources.length - 1)];
    drawWire(pen, wire, rate ? [rate] : [], data, t);
  });
  for (const wire of [...layout.between, ...layout.outlets]) drawWire(pen, wire, data.out, data, t);
  data.piles.forEach((pile, column) =>
    pile.forEach((place, row) => {
      const box = layout.piles[column]![row]!;
      if (place.spec.liquid) drawLiquid(pen, place, box, t);
      else drawPackets(pen, place, box, data, t);
      drawFalling(pen, place, box, data, t);
    }),
  );
  drawWalker(pen, layout, data, t);
}
