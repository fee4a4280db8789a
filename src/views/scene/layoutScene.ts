import type { SceneSpec } from '../../model/contract';
import { NARROW } from '../view';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A way from one place to the next: level at both ends. */
export interface Wire {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

export interface SceneLayout {
  width: number;
  height: number;
  narrow: boolean;
  sources: readonly Box[];
  sink: Box;
  /** As the piles of the spec. */
  piles: readonly (readonly Box[])[];
  /** From each source into the first pile, from pile to pile, and to the sink. */
  inlets: readonly Wire[];
  between: readonly Wire[];
  outlets: readonly Wire[];
  /** How high the way back lies, on which a walker returns. */
  backY: number;
}

const HOST = { wide: 74, narrow: 46 };
const ROW = { wide: 64, narrow: 58 };
/** Above each store stands what it is. */
const TITLE = 20;
const STORE = { packets: 30, liquid: 92 };
const FOOT = 26;

const middle = ({ y, height }: Box): number => y + height / 2;

/** All places. Heights depend on the spec and on the width being narrow or not, never on values. */
export function layoutScene({ sources, stores }: SceneSpec, width: number): SceneLayout {
  const narrow = width < NARROW;
  const host = narrow ? HOST.narrow : HOST.wide;
  const row = narrow ? ROW.narrow : ROW.wide;
  const heightOf = (pile: SceneSpec['stores'][number]): number =>
    pile.reduce((sum, { liquid }) => sum + (liquid ? STORE.liquid + 34 : row), 0);
  const body = Math.max(...stores.map(heightOf), sources.length * 40, 96);
  const room = (width - 2 * host) / stores.length;
  const gap = Math.max(narrow ? 16 : 34, room * 0.16);

  const piles = stores.map((pile, column) => {
    let y = (body - heightOf(pile)) / 2;
    return pile.map(({ liquid }) => {
      const height = liquid ? STORE.liquid : STORE.packets;
      const full = liquid ? STORE.liquid + 34 : row;
      const inner = room - 2 * gap;
      const wide = liquid ? Math.min(inner, 120) : inner;
      const box = {
        x: host + column * room + gap + (inner - wide) / 2,
        y: y + TITLE + (full - TITLE - height) / 2,
        width: wide,
        height,
      };
      y += full;
      return box;
    });
  });
  const each = body / sources.length;
  const hosts = sources.map((_, i) => ({
    x: 0.5,
    y: i * each + (each - Math.min(44, each - 8)) / 2 + TITLE / 2,
    width: host - 1,
    height: Math.min(44, each - 8),
  }));
  const sink = { x: width - host + 0.5, y: body / 2 - 22 + TITLE / 2, width: host - 1, height: 44 };

  const wire = (a: Box, b: Box): Wire => ({
    from: { x: a.x + a.width, y: middle(a) },
    to: { x: b.x, y: middle(b) },
  });
  /** Each to its own where there are as many; else each to all of the shorter side. */
  function joined(from: readonly Box[], to: readonly Box[]): Wire[] {
    if (from.length === to.length) return from.map((box, i) => wire(box, to[i]!));
    return from.length > to.length
      ? from.map((box, i) => wire(box, to[Math.min(to.length - 1, i)]!))
      : to.map((box, i) => wire(from[Math.min(from.length - 1, i)]!, box));
  }
  return {
    width,
    height: body + FOOT,
    narrow,
    sources: hosts,
    sink,
    piles,
    inlets: joined(hosts, piles[0]!),
    between: piles.slice(1).flatMap((pile, i) => joined(piles[i]!, pile)),
    outlets: joined(piles[piles.length - 1]!, [sink]),
    backY: body + 8,
  };
}

/** The point at a share (0 … 1) of a wire, which leaves and arrives level. */
export function along({ from, to }: Wire, share: number): { x: number; y: number } {
  const smooth = share * share * (3 - 2 * share);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * smooth };
}
