import type { Feedback, Kind } from '../../../model/contract';
import type { Json } from './path';

/** What the number says is the version of the format (`inflight/classroom/assignment.py:SCHEMA`). */
export const SCHEMA = 'inflight.assignment/1';

/**
 * A teacher's file in the making. Any field may hold something that is not allowed: it stays as it was typed, and
 * Python says what is wrong with it.
 */
export interface Draft extends Record<string, Json> {
  questions: Question[];
}

export interface Question extends Record<string, Json> {
  id: string;
  kind: string;
}

export const KINDS: readonly Kind[] = [
  'numeric',
  'choice',
  'setting',
  'curve',
  'order',
  'algorithm',
  'incident',
  'capture',
  'lab',
  'text',
  'note',
];

export const FEEDBACK: readonly Feedback[] = ['at-once', 'after', 'never', 'reveal'];

/** Kinds that are nothing without a figure, and those that have none. */
export const NEEDS_FIGURE: ReadonlySet<string> = new Set(['numeric', 'setting', 'curve']);
export const NO_FIGURE: ReadonlySet<string> = new Set(['algorithm', 'incident', 'capture', 'lab']);
