import type { Host } from '../machine/hosts';
import type { Link } from '../machine/link';

/** A machine with something wrong, and how it is known whether that has been repaired. */
export interface Faulty {
  id: string;
  path: Link;
  /** A script that makes the fault, before anybody sees the machine. */
  setup: string;
  /** A script that prints what must be the same at the end as at the beginning. */
  keeps: string;
  /** A script that measures: it prints what it has found, and fails if that isn’t enough. */
  check: string;
}

/** A task on the machine (`docs/labs`). */
export interface Lab extends Faulty {
  title: string;
  /** In paragraphs; backticks make code. */
  task: string;
  /** Where to look, what happens there, and what to type. */
  hints: readonly string[];
  /** Shown when it is solved. */
  explanation: string;
}

/** What is typed, line by line. */
export type Typed = readonly (readonly [host: Host, line: string])[];

/** Of a lab without a hint. */
export const FULL_POINTS = 100;

/** Of each hint, in points. */
export const HINT_COSTS: readonly number[] = [15, 20, 40];

/** What is left after so many hints. */
export const pointsAfter = (hints: number): number =>
  HINT_COSTS.slice(0, hints).reduce((points, costs) => points - costs, FULL_POINTS);
