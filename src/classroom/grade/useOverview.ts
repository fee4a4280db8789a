import { useEffect, useMemo, useState } from 'react';
import type { Desk } from '../useDesk';
import type { HandEntry, Overview, Row } from '../../model/contract';
import { leanOf } from './lean';
import { messageOf } from '../../runtime/errors';
import { rulesOf, type Settling } from './rules';

/** Not at each key that is pressed in a field. */
const REST_MS = 300;

/** While files are being marked, Python has better to do: so much longer than it took the last time it rests. */
const RESTS = 9;

interface Asked {
  assignment: string;
  rows: readonly Row[];
  hand: readonly HandEntry[];
  settling: Settling;
}

interface Found {
  of?: Asked;
  overview?: Overview;
  failure?: string;
  /** Milliseconds that it took. */
  took: number;
}

/**
 * What the rows come to with the points given by hand. It is asked for again once something has changed and the last
 * answer is there, also while files are being marked: reading by hand need not wait for the last of them. `told` has
 * each row as Python gives it with these points.
 */
export function useOverview(
  desk: Desk,
  { assignment, rows, hand, settling }: Asked,
  isMarking: boolean,
): { overview?: Overview | undefined; failure?: string | undefined; told: ReadonlyMap<Row, Row> } {
  const [found, setFound] = useState<Found>({ took: 0 });
  const [isAsking, setAsking] = useState(false);
  const { of, overview, failure, took } = found;
  const isSame = of?.assignment === assignment && of.hand === hand && of.settling === settling;
  const isThere = isSame && of.rows === rows;
  const isIdle = rows.length === 0 || isThere || isAsking;
  const rest = isMarking && isSame ? REST_MS + RESTS * took : REST_MS;
  useEffect(() => {
    if (isIdle) return undefined;
    const asked = { assignment, rows, hand, settling };
    const timer = setTimeout(() => {
      setAsking(true);
      const began = performance.now();
      const tell = (told: Partial<Found>): void => setFound({ of: asked, took: performance.now() - began, ...told });
      desk
        .ask<Overview>('table', { assignment, rows: rows.map(leanOf), hand, rules: rulesOf(settling), compared: false })
        .then(
          (overview) => tell({ overview }),
          (error: unknown) => tell({ failure: messageOf(error) }),
        )
        .finally(() => setAsking(false));
    }, rest);
    return () => clearTimeout(timer);
  }, [desk, assignment, rows, hand, settling, isIdle, rest]);
  const told = useMemo(
    () => new Map(of?.rows.map((row, place) => [row, overview?.rows[place] ?? row])),
    [of, overview],
  );
  return rows.length === 0 || of?.assignment !== assignment ? { told } : { overview, failure, told };
}
