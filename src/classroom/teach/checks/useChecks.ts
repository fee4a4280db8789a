import { useEffect, useState } from 'react';
import type { Desk } from '../../useDesk';
import type { AssignmentHead } from '../../../model/contract';
import { isAbort, ParameterError } from '../../../runtime/errors';
import { fileOf } from '../draft/file';
import type { Draft } from '../draft/types';
import { piecesOf } from './pieces';
import { placeOf, type Problem } from './place';

/** A pause in the typing. */
const PAUSE_MS = 350;

/** A piece of an assignment that was asked about needs not be asked about again. */
const known = new Map<string, string | null>();
const KNOWN_MOST = 500;

export interface Checks {
  /** Is what is told here about the draft as it is now? */
  isUpToDate: boolean;
  problems: readonly Problem[];
  /** What Python makes of it, where it has nothing against it, and the text that it is about. */
  good?: { head: AssignmentHead; text: string };
  /** Why Python could not be asked. */
  failure?: string;
}

/** What Python has against a text, or null. */
async function complaint(desk: Desk, text: string, signal: AbortSignal): Promise<string | null> {
  const before = known.get(text);
  if (before !== undefined) return before;
  const found = await desk.assignment(text, signal).then(
    () => null,
    (error: unknown) => {
      if (error instanceof ParameterError) return error.message;
      throw error;
    },
  );
  if (known.size > KNOWN_MOST) known.clear();
  known.set(text, found);
  return found;
}

/** All that Python has against a draft that it refused with a message. */
async function all(desk: Desk, draft: Draft, refused: string, signal: AbortSignal): Promise<Problem[]> {
  const ids = draft.questions.map(({ id }) => id);
  const found: Problem[] = [];
  for (const { text, only } of piecesOf(draft)) {
    const message = await complaint(desk, text, signal);
    if (message !== null) found.push(placeOf(message, ids, only));
  }
  // What is wrong with none of the pieces is wrong with them together: an id that is there twice, no question at all.
  const whole = placeOf(refused, ids);
  return found.some(({ path }) => path === whole.path) ? found : [...found, whole];
}

/** Asks Python about the draft whenever the typing pauses. */
export function useChecks(desk: Desk, draft: Draft): Checks {
  const [checks, setChecks] = useState<Omit<Checks, 'isUpToDate'> & { of?: Draft }>({ problems: [] });
  useEffect(() => {
    const abort = new AbortController();
    const text = fileOf(draft);
    async function check(): Promise<void> {
      try {
        const head = await desk.assignment(text, abort.signal);
        setChecks({ problems: [], good: { head, text }, of: draft });
      } catch (error) {
        if (isAbort(error)) return;
        if (error instanceof ParameterError) {
          const problems = await all(desk, draft, error.message, abort.signal);
          setChecks({ problems, of: draft });
        } else throw error;
      }
    }
    const failed = (error: unknown): void => {
      if (!isAbort(error))
        setChecks({ problems: [], failure: String(error instanceof Error ? error.message : error), of: draft });
    };
    const timer = setTimeout(() => void check().catch(failed), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [desk, draft]);
  const { of, ...told } = checks;
  return { ...told, isUpToDate: of === draft };
}
