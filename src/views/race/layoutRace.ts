import { NARROW } from '../view';

export interface RaceLayout {
  width: number;
  height: number;
  /** Baseline of what stands above the columns. */
  headY: number;
  /** The middle of each pipe. */
  ys: readonly number[];
  queue: { left: number; right: number; height: number };
  wire: { left: number; right: number; height: number };
  /** Where the scores end. */
  scoreX: number;
}

const ROW = 39;
const HEAD = 18;
const [QUEUED, WIRE] = [28, 12];
const WIDE = { name: 58, score: 52 };
const SMALL = { name: 50, score: 40 };
/** Between the queue and the line behind it. */
const GATE = 12;
/** Of what lies between names and scores. */
const QUEUE = 0.42;

/** All places, for as many pipes. The height depends on how many they are alone. */
export function layoutRace(count: number, width: number): RaceLayout {
  const { name, score } = width < NARROW ? SMALL : WIDE;
  const gate = Math.round(name + QUEUE * (width - name - score));
  return {
    width,
    height: HEAD + count * ROW,
    headY: 12,
    ys: Array.from({ length: count }, (_, i) => HEAD + (i + 0.5) * ROW),
    queue: { left: name, right: gate, height: QUEUED },
    wire: { left: gate + GATE, right: width - score - 8, height: WIRE },
    scoreX: width,
  };
}
