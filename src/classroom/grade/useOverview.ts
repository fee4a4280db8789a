import { useEffect, useMemo, useState } from 'react';
import type { Desk } from '../useDesk';
import type { HandEntry, Overview, Row } from '../../model/contract';
import { messageOf } from './marking';

/** Not at each key that is pressed in a field. */
const REST_MS = 300;

interface Asked {
  assignment: string;
  rows: readonly Row[];
  hand: readonly HandEntry[];
}

interface Found {
  of?: Asked;
  overview?: Overview;
  failure?: string;
}

/**
 * What the rows come to with the points given by hand. It is asked for again once something has changed and the last
 * answer is there, also while files are being marked: reading by hand need not wait for the last of them. `told` has
 * each row as Python gives it with these points.
 */
export function useOverview(
  desk: Desk,
  assignment: string,
  rows: readonly Row[],
  hand: readonly HandEntry[],
): { overview?: Overview | undefined; failure?: string | undefined; told: ReadonlyMap<Row, Row> } {
  const [found, setFound] = useState<Found>({});
  const [isAsking, setAsking] = useState(false);
  const { of, overview, failure } = found;
  const isThere = of?.assignment === assignment && of.rows === rows && of.hand === hand;
  const isIdle = rows.length === 0 || isThere || isAsking;
  useEffect(() => {
    if (isIdle) return undefined;
    const asked = { assignment, rows, hand };
    const timer = setTimeout(() => {
      setAsking(true);
      desk
        .ask<Overview>('table', asked)
        .then(
          (overview) => setFound({ of: asked, overview }),
          (error: unknown) => setFound({ of: asked, failure: messageOf(error) }),
        )
        .finally(() => setAsking(false));
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [desk, assignment, rows, hand, isIdle]);
  const told = useMemo(
    () => new Map(of?.rows.map((row, place) => [row, overview?.rows[place] ?? row])),
    [of, overview],
  );
  return rows.length === 0 || of?.assignment !== assignment ? { told } : { overview, failure, told };
}
