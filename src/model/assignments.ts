/** What the plugin tells of the assignments that come with the book (`docs/assignments`). */
import type { Family } from './contract';

export interface ReadyMade {
  id: string;
  title: string;
  /** The part of the book that most of its figures are from; '' if they are from several. */
  part: string;
  minutes: number;
  goals: string[];
  points: number;
  /** Those that are to be answered. */
  questions: number;
}

/** What `@inflight/assignments.json` holds. */
export interface Assignments {
  assignments: ReadyMade[];
  /** The kinds of incidents that there are. */
  families: Family[];
}

/** What `@inflight/assignment-files.json` holds: teachers' files by id, with their solutions. */
export type AssignmentFiles = Record<string, object>;
