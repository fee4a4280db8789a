import { useEffect, useState } from 'react';
import type { HandEntry, Overview, Row } from '../../classroom/types';
import type { Desk } from '../../classroom/useDesk';
import { isAbort } from '../../runtime/errors';
import { messageOf } from './marking';

/** Not at each key that is pressed in a field. */
const REST_MS = 700;

interface Found {
  /** Of which assignment. */
  of?: string | undefined;
  overview?: Overview;
  failure?: string;
}

/** What the rows come to, whenever nothing more is coming. */
export function useOverview(
  desk: Desk,
  assignment: string | undefined,
  rows: readonly Row[],
  hand: readonly HandEntry[],
  isMarking: boolean,
): Found {
  const [found, setFound] = useState<Found>({});
  const isNothing = assignment === undefined || rows.length === 0;
  useEffect(() => {
    if (isNothing || isMarking) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      desk.ask<Overview>('table', { assignment, rows, hand }, abort.signal).then(
        (overview) => setFound({ of: assignment, overview }),
        (error: unknown) => {
          if (!isAbort(error)) setFound({ of: assignment, failure: messageOf(error) });
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [desk, assignment, rows, hand, isMarking, isNothing]);
  return isNothing || found.of !== assignment ? {} : found;
}
