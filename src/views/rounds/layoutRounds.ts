import { NARROW } from '../view';
import type { RoundsData } from './readRounds';

export interface RoundsLayout {
  width: number;
  height: number;
  /** Between the lines of words above and below, px. */
  top: number;
  bottom: number;
}

/** How squares are piled in a round. */
export interface Pile {
  /** From one round to the next, px. */
  step: number;
  /** Squares side by side. */
  across: number;
  /** A square with its gap, px. */
  wide: number;
  tall: number;
  /** Segments that a square stands for. */
  each: number;
}

const BODY = { wide: 102, narrow: 88 };
const TOP = 18;
const FOOT = 20;

export function layoutRounds(width: number): RoundsLayout {
  const bottom = TOP + (width < NARROW ? BODY.narrow : BODY.wide);
  return { width, height: bottom + FOOT, top: TOP, bottom };
}

const STEP = 150;
const LARGEST = 15;
const SMALLEST = 3;
/** Squares in all: more are not told apart, and take time. */
const SQUARES = 900;

/**
 * Squares as large as all rounds have room for; where that is too small, one stands for several segments. Across the
 * mark they stand in single file, so that their height is the number.
 */
export function pileOf({ width, top, bottom }: RoundsLayout, { rounds, mark }: RoundsData): Pile {
  const most = Math.max(1, ...rounds.map(({ segments }) => segments), mark?.most ?? 0);
  const all = rounds.reduce((sum, { segments }) => sum + segments, 0);
  const body = bottom - top;
  const step = Math.min(STEP, width / Math.max(1, rounds.length));
  const room = step * 0.82;
  if (mark) return { step, across: 1, wide: Math.min(room, 26), tall: Math.min(LARGEST, body / most), each: 1 };
  for (let each = Math.max(1, Math.ceil(all / SQUARES)); ; each *= 2) {
    for (let size = LARGEST; size >= SMALLEST; size -= 0.5) {
      const across = Math.ceil(Math.ceil(most / each) / Math.floor(body / size));
      if (across * size <= room) return { step, across, wide: size, tall: size, each };
    }
  }
}
