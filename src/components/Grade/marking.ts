import type { Row, Runs, Traces } from '../../classroom/types';
import type { Desk } from '../../classroom/useDesk';
import { isAbort, LostError } from '../../runtime/errors';
import type { Sheet } from './intake';

/** Runs a student's code where nothing can be reached, in a Python of its own (`runtime/once.ts`). */
export type Sandbox = (runs: Runs, signal: AbortSignal) => Promise<Traces>;

export type Marker = (sheet: Sheet, signal: AbortSignal) => Promise<Row>;

/** What the sandbox has to run, or has run, by question. */
type ByQuestion<T> = Record<string, T[]>;

/** One file: what its code decides, then everything replayed. A Python that is lost is tried once more. */
export function markerOf(assignment: string, desk: Desk, sandbox: Sandbox): Marker {
  const once: Marker = async ({ name: file, text, size }, signal) => {
    const { questions } = await desk.ask<{ questions: ByQuestion<object> }>('submission', { assignment, text }, signal);
    const ran = await run(questions, sandbox, signal);
    return desk.ask<Row>('grade', { assignment, file, text, size, ...ran }, signal);
  };
  return async (sheet, signal) => {
    try {
      return await once(sheet, signal);
    } catch (error) {
      if (!(error instanceof LostError)) throw error;
      return once(sheet, signal);
    }
  };
}

/** All code of a submission in one sandbox; where there is none to be had, why. */
async function run(
  questions: ByQuestion<object>,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<{ traces: ByQuestion<object>; unrun: string }> {
  const runs = Object.values(questions).flat();
  if (runs.length === 0) return { traces: {}, unrun: '' };
  try {
    const found = [...(await sandbox(runs, signal))];
    const traces = Object.entries(questions).map(([id, own]) => [id, found.splice(0, own.length)] as const);
    return { traces: Object.fromEntries(traces), unrun: '' };
  } catch (error) {
    if (isAbort(error)) throw error;
    return { traces: {}, unrun: `Its code has not been run: ${messageOf(error)}.` };
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The row of a file that nobody could mark. */
export const failedRow = (file: string, possible: number, reason: string): Row => ({
  file,
  verdict: 'refused',
  reason,
  student: { id: '', name: '' },
  points: 0,
  possible,
  questions: [],
  handed_in: '',
  receipt: '',
  notes: [],
  minutes: null,
  trail: '',
});
