/** What the page gives Python to mark (`simulations/inflight/classroom/`). */
import type { Answer } from '../model/contract';
import type { Trace } from '../runtime/once';

/** What came back from the sandbox, in the order of the `Runs`. */
export type Traces = Trace[];

/** One line of the log: seconds since the start, what happened, at which question ('' if at none). */
export type LogEntry = [seconds: number, event: string, question: string];

/** What a student has done, as the hand-in takes it. */
export interface Work {
  questions: Record<string, { answer: Answer; attempts: number; told: number | null }>;
  log: LogEntry[];
  /** ISO 8601, UTC. */
  started: string;
  handed_in: string;
}
