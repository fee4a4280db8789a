import type { SceneSpec, Store } from '../../model/contract';
import { textWidth } from '../text';
import { NARROW } from '../view';
import { pileAfter, presentIn } from './readScene';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** A way from one place to the next: level at both ends. */
export interface Wire {
  from: Point;
  to: Point;
}

/** A store's place: its box, and how high packets come in and go out. */
export interface Cell extends Box {
  wireY: number;
  /** Where its words stand. */
  title: Point;
  level: Point;
  lost: Point;
  /** Do they end there? */
  end?: boolean;
  /** Is there no room to say how much it holds? */
  mute?: boolean;
}

export interface SceneLayout {
  width: number;
  height: number;
  narrow: boolean;
  sources: readonly Box[];
  sink: Box;
  /** As the piles of the spec. */
  piles: readonly (readonly Cell[])[];
  /** From each source into the first pile; from each store of a pile on; below each bucket. */
  inlets: readonly Wire[];
  leaving: readonly (readonly Wire[])[];
  /** How high the way back lies, on which a walker returns. */
  backY: number;
}

/** Heights by the number of rows. */
const HEIGHT = { wide: [0, 104, 138, 150], narrow: [0, 100, 128, 130] };
const UPRIGHT = { wide: 148, narrow: 130 };
const HOST = { height: 30, wide: 58, narrow: 40 };
/** Of a wire, px. */
const REACH = { wide: 40, narrow: 15 };
const LINE = 14;
const BOX = 36;
const BUCKET = { wide: 74, narrow: 46 };
const TANK = { wide: 130, narrow: 74 };
const WIRE = 10;

export const middle = ({ y, height }: Box): number => y + height / 2;

/** How many of a pile can be there at once. */
const most = (pile: readonly Store[]): number =>
  Math.max(
    ...pile.map(
      ({ where }) =>
        pile.filter(
          (other) => !Object.keys(other.where).length || JSON.stringify(other.where) === JSON.stringify(where),
        ).length,
    ),
  );

const isUpright = ({ shape }: Store): boolean => shape === 'bucket' || shape === 'tank';

/** All places. Heights depend on the whole spec and on the width being narrow or not, never on values. */
export function layoutScene(whole: SceneSpec, width: number, present: SceneSpec = presentBefore(whole)): SceneLayout {
  const narrow = width < NARROW;
  const size = narrow ? 'narrow' : 'wide';
  const upright = whole.stores.flat().some(isUpright);
  const rows = Math.min(3, Math.max(...whole.stores.map(most), Math.ceil(whole.sources.length / 2)));
  const height = upright ? UPRIGHT[size] : HEIGHT[size][rows]!;
  const { sources, stores, sink, walker } = present;
  const body = height - (walker === '' ? 2 : 10);
  const hostWidth = (titles: readonly string[]): number =>
    Math.ceil(Math.max(HOST[size], ...titles.map((title) => textWidth(title, 11.5) + 10)));
  const [left, right] = [hostWidth(sources.map(({ title }) => title)), hostWidth([sink])];
  const reach = REACH[size];
  const fixed = (pile: readonly Store[]): number =>
    pile.some(({ shape }) => shape === 'bucket') ? BUCKET[size] : pile[0]!.shape === 'tank' ? TANK[size] : 0;
  const free = stores.filter((pile) => fixed(pile) === 0).length;
  const taken = stores.reduce((sum, pile) => sum + fixed(pile), 0);
  const room = width - left - right - taken;
  const gap = free > 0 ? reach : room / (stores.length + 1);
  const each = free > 0 ? (room - gap * (stores.length + 1)) / free : 0;
  const low = stores.length > 1 && narrow;

  let x = left;
  const piles = stores.map((pile, column) => {
    x += gap;
    const wide = fixed(pile) || each;
    const row = body / pile.length;
    const cells = pile.map((store, i) =>
      cellOf(store, { x, y: i * row, width: wide, height: row }, pile.length, column),
    );
    x += wide;
    return cells;
  });
  function cellOf({ shape }: Store, { x, y, width, height: row }: Box, count: number, column: number): Cell {
    const isLender = stores[column - 1]?.[0]?.shape === 'bucket';
    if (shape === 'bucket') {
      const wireY = y + row - (count === 1 ? (narrow ? 27 : 31) : WIRE / 2 + 3);
      const top = y + (count === 1 ? (narrow ? 18 : 16) : 3);
      const mute = narrow && (count > 2 || (isLender && column < stores.length - 1));
      const box = { x, y: top, width, height: wireY - WIRE / 2 - 7 - top };
      const beside = { x: isLender ? x + width + 8 : x - 8, y: top + (count === 1 ? 10 : LINE) };
      const title = mute && isLender ? { x, y: top - 5 } : beside;
      return { ...box, wireY, title, level: { x: beside.x, y: beside.y + LINE }, lost: beside, end: !isLender, mute };
    }
    if (shape === 'tank') {
      const box = { x, y: y + LINE + 4, width, height: row - 2 * LINE - 8 };
      const below = y + row - 4;
      return {
        ...box,
        wireY: box.y + box.height - WIRE,
        title: { x, y: y + 12 },
        level: { x: NaN, y: y + 12 },
        lost: { x, y: below },
      };
    }
    // Beside an upright store there is room above.
    if (upright) {
      const wireY = row - (narrow ? 27 : 31);
      const top = wireY - 13;
      return {
        ...{ x, y: top, width, height: 26, wireY },
        title: { x, y: top - LINE - 6 },
        level: { x, y: top - 6 },
        lost: { x, y: top + 26 + LINE },
      };
    }
    const lines = count > 2 ? 0.3 : low ? 2 : 1.15;
    const tall = Math.min(BOX, row - 18 - lines * LINE);
    const top = y + 18 + Math.max(0, (row - 18 - lines * LINE - tall) / 2);
    const below = top + tall + LINE;
    return {
      ...{ x, y: top, width, height: tall, wireY: top + tall / 2 },
      title: { x, y: top - 6 },
      level: low ? { x, y: below } : { x: NaN, y: top - 6 },
      lost: { x, y: low ? below + LINE : below },
    };
  }

  // Where there are as many, each is as high as the store that it leads to.
  const first = piles[0]!;
  const level = first.reduce((sum, { wireY }) => sum + wireY, 0) / first.length;
  const step = Math.min(HOST.height + 16, (body - 4) / sources.length);
  const hosts = sources.map((_, i): Box => {
    const tall = Math.min(HOST.height, step - 4);
    const y = sources.length === first.length ? first[i]!.wireY : level + (i - (sources.length - 1) / 2) * step;
    return { x: 0.5, y: Math.min(Math.max(0.5, y - tall / 2), height - tall - 0.5), width: left - 1, height: tall };
  });
  const last = piles.at(-1)!;
  const lastY = last.reduce((sum, { wireY }) => sum + wireY, 0) / last.length;
  const end: Box = { x: width - right + 0.5, y: lastY - HOST.height / 2, width: right - 1, height: HOST.height };
  const into = (to: Cell): Point => ({ x: to.x, y: to.wireY });
  const outOf = (from: Cell): Point => ({ x: from.x + from.width, y: from.wireY });
  const goal = { x: end.x, y: middle(end) };
  return {
    width,
    height,
    narrow,
    sources: hosts,
    sink: end,
    piles,
    inlets: hosts.map((box, i) => ({
      from: { x: box.x + box.width, y: middle(box) },
      to: into(first[Math.min(i, first.length - 1)]!),
    })),
    leaving: piles.map((pile, column) =>
      pile.map((cell, row) => {
        const next = piles[pileAfter(stores, column, stores[column]![row]!)];
        return { from: outOf(cell), to: next ? into(next[Math.min(row, next.length - 1)]!) : goal };
      }),
    ),
    backY: height - 5,
  };
}

/** Before there is a run: the first of what can be there. */
function presentBefore(whole: SceneSpec): SceneSpec {
  return presentIn(whole, { columns: [], parameters: {} });
}

/** The height on a curve that arrives level as it left: at a share (0 … 1) of the wire. */
export const heightAt = ({ from, to }: Wire, share: number): number =>
  from.y + (to.y - from.y) * share * share * (3 - 2 * share);
