import type { Traces } from '../types';
import type { Desk } from '../useDesk';
import type { NeededByFile, Row, RowVerdict, Runs } from '../../model/contract';
import { isAbort, LostError, messageOf } from '../../runtime/errors';
import type { Sheet } from './intake';

/** Runs a student's code where nothing can be reached, in a Python of its own (`runtime/once.ts`). */
export type Sandbox = (runs: Runs, signal: AbortSignal) => Promise<Traces>;

/** Of a file that has no marks: it cannot be read, or nobody has judged it. */
export type Unjudged = Extract<RowVerdict, 'refused' | 'unmarked'>;

export interface Marker {
  /** Rejects with a LostError where it costs Python its life. */
  mark: (sheet: Sheet, signal: AbortSignal) => Promise<Row>;
  /** The row of a file that cannot be marked. Python that is lost is asked once more. */
  refuse: (file: string, reason: string, verdict: Unjudged, signal: AbortSignal) => Promise<Row>;
}

/** Milliseconds for a file, without what its code takes; the command line gives it as much (`marking.py`). */
export const LONGEST = 300_000;

/** Marks a file: what its code decides, then everything replayed. */
export function markerOf(assignment: string, desk: Desk, sandbox: Sandbox): Marker {
  return {
    async mark({ name: file, text, size }, signal) {
      const patience = new Patience(LONGEST);
      const { questions } = await patience.during(signal, (until) =>
        desk.ask<NeededByFile>('submission', { assignment, text }, until),
      );
      const ran = await run(questions, sandbox, signal);
      return patience.during(signal, (until) =>
        desk.ask<Row>('grade', { assignment, file, text, size, ...ran }, until),
      );
    },
    async refuse(file, reason, verdict, signal) {
      const ask = (): Promise<Row> => desk.ask('refuse', { assignment, file, reason, verdict }, signal);
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof LostError)) throw error;
        return ask();
      }
    },
  };
}

/** So many milliseconds for all that is done `during` it. */
class Patience {
  constructor(private left: number) {}

  async during<T>(signal: AbortSignal, work: (until: AbortSignal) => Promise<T>): Promise<T> {
    const end = new AbortController();
    const giveUp = (): void => end.abort();
    signal.addEventListener('abort', giveUp);
    const began = performance.now();
    const alarm = setTimeout(giveUp, this.left);
    try {
      return await work(end.signal);
    } catch (error) {
      if (!isAbort(error) || signal.aborted) throw error;
      throw new Error(`it took more than ${LONGEST / 1000} s`);
    } finally {
      this.left -= performance.now() - began;
      clearTimeout(alarm);
      signal.removeEventListener('abort', giveUp);
    }
  }
}

/** All code of a submission in one sandbox; where there is none to be had, why. */
async function run(
  questions: NeededByFile['questions'],
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<{ traces: Record<string, Traces>; unrun: string }> {
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
