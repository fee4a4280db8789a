import type { Pen } from '../pen';
import { drawBucket, drawLoan, drawTank } from './drawBucket';
import { drawLine, drawQueue, tailAt, WALL } from './drawQueue';
import { DOT, drawWire, spread } from './drawWire';
import { type Cell, heightAt, type SceneLayout } from './layoutScene';
import { borrows, pileAfter, type Place, type SceneData } from './readScene';

/** How long what was dropped is seen falling, s of the reader's. */
const FALL = 0.7;
/** Drops that are drawn one by one; how many there are, the label says. */
const FALLING = 6;

/** What a store refuses falls beside its mouth, or beside its head, fanned out. */
function drawFalling(pen: Pen, { lost, spec }: Place, cell: Cell, { speed }: SceneData, t: number): void {
  if (!lost || lost(t) === 0) return;
  const side = spec.head ? 1 : -1;
  const mouth = spec.head ? cell.x + cell.width : cell.x;
  const [from, to] = [cell.wireY + 4, cell.lost.y - 4];
  const step = (FALL * speed) / FALLING;
  for (let i = 0; i < FALLING; i++) {
    if (lost(t - i * step) <= lost(t - (i + 1) * step)) continue;
    const age = (i + 0.5) / FALLING;
    const x = mouth + side * (5 + 22 * age * (0.3 + spread(i)));
    pen.cross('loss', x, from + (to - from) * age * age, 4, 1 - 0.6 * age);
  }
}

/** What is followed, and how long it has taken by now. */
export interface Followed {
  x: number;
  y: number;
  /** In the run's unit of time. */
  took: number;
  /** The store that it passes through. */
  cell: Cell;
}

/** Where the one that is followed is: there through the store, and back below it. */
export function followedAt(layout: SceneLayout, data: SceneData, t: number): Followed | undefined {
  const row = data.piles[0]!.length - 1;
  const cell = layout.piles[0]![row]!;
  if (data.spec.behind) return behindAt(layout, data, t);
  const { walker } = data;
  if (!walker) return undefined;
  let i = 0;
  for (let high = walker.sent.length; i < high;) {
    const half = (i + high) >> 1;
    if (walker.sent[half]! <= t) i = half + 1;
    else high = half;
  }
  i -= 1;
  if (i < 0) return undefined;
  const [took, waits, leg] = [t - walker.sent[i]!, walker.waits[i]!, walker.base / 4];
  if (took > waits + walker.base) return undefined;
  const [into, out] = [layout.inlets.at(-1)!, layout.leaving[0]![row]!];
  const [mouth, head] = [cell.x + WALL + 2, cell.x + cell.width - WALL - 3];
  if (took < leg) {
    const share = took / leg;
    return { x: into.from.x + (into.to.x - into.from.x) * share, y: heightAt(into, share), took, cell };
  }
  if (took < leg + waits) {
    // It came behind all that was there, and goes on as they leave.
    const place = data.piles[0]![row]!;
    const back = Math.max(mouth, tailAt(place, cell, walker.sent[i]! + leg) - 4);
    return { x: back + (head - back) * ((took - leg) / waits), y: cell.wireY, took, cell };
  }
  if (took < 2 * leg + waits) {
    const share = (took - leg - waits) / leg;
    return { x: out.from.x + (out.to.x - out.from.x) * share, y: heightAt(out, share), took, cell };
  }
  const share = (took - 2 * leg - waits) / (2 * leg);
  return { x: out.to.x + (into.from.x - out.to.x) * share, y: layout.backY, took, cell };
}

/** The one that came when the rest was there stands at its end: above, as long as what is below is full. */
function behindAt(layout: SceneLayout, data: SceneData, t: number): Followed | undefined {
  // While the run is hidden there is nothing to stand behind.
  if (data.piles.flat().every(({ level }) => !(level.most > 0))) return undefined;
  const last = data.piles.length - 1;
  const ring = data.piles[last]![0]!;
  const isFull = last > 0 && ring.limit !== undefined && ring.level.last(t) >= ring.limit(t);
  const column = isFull ? 0 : last;
  const cell = layout.piles[column]![0]!;
  const tail = tailAt(data.piles[column]![0]!, cell, t);
  return { x: Math.max(cell.x + WALL + 3, tail - 5), y: cell.wireY, took: t - data.start, cell };
}

/** Everything that moves, as it is at `t`; `say` puts a time into words. */
export function drawScene(
  pen: Pen,
  layout: SceneLayout,
  data: SceneData,
  t: number,
  say: (ms: number) => string,
): void {
  const followed = followedAt(layout, data, t);
  const within = data.piles.flat()[layout.piles.flat().indexOf(followed?.cell as Cell)];
  layout.inlets.forEach((wire, i) => drawWire(pen, wire, data.sources[i], data, t, { early: true }));
  data.piles.forEach((pile, column) =>
    pile.forEach((place, row) => {
      const cell = layout.piles[column]![row]!;
      const [wire, traffic] = [layout.leaving[column]![row]!, data.leaving[column]![row]];
      const { shape } = place.spec;
      let payer = place;
      if (shape === 'bucket') {
        const below = { from: { x: cell.x, y: cell.wireY }, to: { x: cell.x + cell.width, y: cell.wireY } };
        drawWire(pen, below, traffic, data, t, { early: true });
        drawBucket(pen, place, cell, traffic, data, t);
        const next = pileAfter(data.spec.stores, column, place.spec);
        const lender = data.piles[next]?.[0];
        if (lender && borrows(place, traffic, t)) {
          payer = lender;
          drawLoan(pen, cell, { place: lender, cell: layout.piles[next]![0]! }, data, t);
        }
      } else if (shape === 'tank') drawTank(pen, place, cell, t);
      else if (shape === 'line') drawLine(pen, place, cell, traffic, data, t);
      else drawQueue(pen, place, cell, traffic, t, within === place ? followed?.x : undefined);
      if (shape === 'bucket') drawWire(pen, wire, traffic, data, t, { paid: payer.level.quantity });
      else drawWire(pen, wire, traffic, data, t);
      drawFalling(pen, place, cell, data, t);
    }),
  );
  if (!followed) return;
  const cell = followed.cell;
  const ink = data.walker?.quantity ?? 'rtt';
  const tall = followed.y === layout.backY ? DOT.h : cell.height + 4;
  pen.bar(ink, followed.x, followed.y, DOT.w, tall);
  const x = Math.min(layout.width - 26, Math.max(26, followed.x));
  const under = followed.y === layout.backY ? followed.y - 8 : cell.lost.y + 1;
  pen.words(ink, x, under, say(followed.took / data.ms));
}
