import { useEffect, useState } from 'react';
import type { Desk } from '../useDesk';
import type { Alike, Likenesses, Row } from '../../model/contract';
import { messageOf } from '../../runtime/errors';

export interface Compared {
  alike?: Alike[];
  failure?: string;
  /** 0 to 1, while it is under way. */
  progress: number;
}

interface Found extends Compared {
  rows: readonly Row[];
  counts: readonly string[];
}

/**
 * What the files have in common: a matter of seconds in a large class, so it waits until all are marked. `counts`: files
 * that the teacher has said count.
 */
export function useAlike(
  desk: Desk,
  { assignment, rows, counts }: { assignment: string; rows: readonly Row[]; counts: readonly string[] },
  isMarking: boolean,
): Compared {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (isMarking || rows.length === 0) return undefined;
    const abort = new AbortController();
    const tell = (told: Partial<Compared>): void => setFound({ rows, counts, progress: 1, ...told });
    desk
      .ask<Likenesses>('alike', { assignment, rows, rules: { counts } }, abort.signal, (progress) => tell({ progress }))
      .then(tell, (error: unknown) => {
        if (!abort.signal.aborted) tell({ failure: messageOf(error) });
      });
    return () => abort.abort();
  }, [desk, assignment, rows, counts, isMarking]);
  return found?.rows === rows && found.counts === counts ? found : { progress: 0 };
}
