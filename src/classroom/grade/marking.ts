import type { Traces } from '../types';
import type { Desk } from '../useDesk';
import type { NeededByFile, Row, Runs } from '../../model/contract';
import { isAbort, LostError } from '../../runtime/errors';
import type { Sheet } from './intake';

/** Runs a student's code where nothing can be reached, in a Python of its own (`runtime/once.ts`). */
export type Sandbox = (runs: Runs, signal: AbortSignal) => Promise<Traces>;

/** A Python that is lost is asked once more. */
export interface Marker {
  mark: (sheet: Sheet, signal: AbortSignal) => Promise<Row>;
  /** The row of a file that cannot be marked. */
  refuse: (file: string, reason: string, signal: AbortSignal) => Promise<Row>;
}

/** Marks a file: what its code decides, then everything replayed. */
export function markerOf(assignment: string, desk: Desk, sandbox: Sandbox): Marker {
  const once: Marker['mark'] = async ({ name: file, text, size }, signal) => {
    const { questions } = await desk.ask<NeededByFile>('submission', { assignment, text }, signal);
    const ran = await run(questions, sandbox, signal);
    return desk.ask<Row>('grade', { assignment, file, text, size, ...ran }, signal);
  };
  return {
    mark: (sheet, signal) => onceMore(() => once(sheet, signal)),
    refuse: (file, reason, signal) => onceMore(() => desk.ask('refuse', { assignment, file, reason }, signal)),
  };
}

async function onceMore(ask: () => Promise<Row>): Promise<Row> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof LostError)) throw error;
    return ask();
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

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
