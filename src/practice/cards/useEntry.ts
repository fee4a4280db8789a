import { useEffect, useState } from 'react';
import type { Entry } from '../../model/catalogue';

/** What the catalogue says of a figure, if there is one: it is loaded when it is wanted, as chapters do without it. */
export function useEntry(id: string | undefined, isWanted: boolean): Entry | undefined {
  const [entry, setEntry] = useState<Entry>();
  useEffect(() => {
    if (id === undefined || !isWanted) return undefined;
    let isOver = false;
    import('@inflight/catalogue.json').then(
      ({ default: { entries } }) => {
        if (!isOver) setEntry(entries.find((each) => each.id === id));
      },
      // The link does without.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [id, isWanted]);
  return entry?.id === id ? entry : undefined;
}
