import type { PyodideAPI } from 'pyodide';
import type { FromWorker } from '../messages';

/** Errors whose message is written for the reader. */
const MENDABLE = new Set([
  ...['ParameterError', 'ReaderCodeError', 'UnknownExperiment', 'CaseError', 'UnknownProbe'],
  ...['CallError', 'AssignmentError', 'AnswerError', 'SubmissionError', 'HandError'],
  ...['NotACapture', 'NoCapture', 'CaptureError', 'NothingToReplay'],
]);

/** What can be thrown; `type` is the name of Python's class. */
type Thrown = { message?: string; type?: string; pyodide_fatal_error?: boolean } | null | undefined;

/** Has Python itself gone to pieces? */
export const isFatal = (error: unknown): boolean => Boolean((error as Thrown)?.pyodide_fatal_error);

export const messageOf = (error: unknown): string => String((error as Thrown)?.message ?? error);

/** What the page is told of an order that failed. */
export function failure(python: PyodideAPI, id: number, error: unknown): FromWorker {
  if (isFatal(error)) return { type: 'broken', reason: messageOf(error) };
  const sys = python.pyimport('sys');
  const mendable = MENDABLE.has((error as Thrown)?.type ?? '');
  // For a reader only what Python's str() says; for us the whole traceback.
  const message = mendable ? String(sys.last_exc) : messageOf(error);
  const [, line] = /^line (\d+): /.exec(message) ?? [];
  // It holds on to all that the run had in its hands.
  sys.last_exc = sys.last_value = sys.last_traceback = undefined;
  return { type: 'error', id, message, mendable, line: line ? Number(line) : undefined };
}
