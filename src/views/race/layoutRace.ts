import { NARROW } from '../view';

export interface RaceLayout {
  width: number;
  height: number;
  narrow: boolean;
  /** How high one of the pipes is, with what is around it. */
  row: number;
  /** Baseline of what stands above the columns. */
  headY: number;
  /** The middle of each pipe. */
  ys: readonly number[];
  queue: { left: number; right: number; height: number };
  wire: { left: number; right: number; height: number };
  /** Where the scores end. */
  scoreX: number;
}

const WIDE = { row: 54, name: 58, score: 52, tall: 34, wire: 14, head: 24 };
const SMALL = { row: 40, name: 50, score: 40, tall: 26, wire: 12, head: 20 };
/** Between the queue and the line behind it. */
const GATE = 12;
/** Of what lies between names and scores. */
const QUEUE = 0.42;

/** All places, for as many pipes. They depend on the width alone. */
export function layoutRace(count: number, width: number, isSmall = width < NARROW / 1.5): RaceLayout {
  const size = isSmall ? SMALL : WIDE;
  const [left, right] = [size.name, width - size.score];
  const gate = Math.round(left + QUEUE * (right - left));
  return {
    width,
    height: size.head + count * size.row,
    narrow: isSmall,
    row: size.row,
    headY: 13,
    ys: Array.from({ length: count }, (_, i) => size.head + (i + 0.5) * size.row),
    queue: { left, right: gate, height: size.tall },
    wire: { left: gate + GATE, right: right - 8, height: size.wire },
    scoreX: width,
  };
}
