import { useEffect, useState } from 'react';
import type { Desk } from '../useDesk';
import type { Alike, Likenesses, Row } from '../../model/contract';
import { messageOf } from './marking';
import { rulesOf, type Settling } from './rules';

export interface Compared {
  alike?: Alike[];
  failure?: string;
  /** 0 to 1, while it is under way. */
  progress: number;
}

interface Found extends Compared {
  rows: readonly Row[];
  settling: Settling;
}

/** What the files have in common: a matter of seconds in a large class, so it waits until all are marked. */
export function useAlike(
  desk: Desk,
  { assignment, rows, settling }: { assignment: string; rows: readonly Row[]; settling: Settling },
  isMarking: boolean,
): Compared {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (isMarking || rows.length === 0) return undefined;
    const abort = new AbortController();
    const tell = (told: Partial<Compared>): void => setFound({ rows, settling, progress: 1, ...told });
    desk
      .ask<Likenesses>('alike', { assignment, rows, rules: rulesOf(settling) }, abort.signal, (progress) =>
        tell({ progress }),
      )
      .then(tell, (error: unknown) => {
        if (!abort.signal.aborted) tell({ failure: messageOf(error) });
      });
    return () => abort.abort();
  }, [desk, assignment, rows, settling, isMarking]);
  return found?.rows === rows && found.settling === settling ? found : { progress: 0 };
}
