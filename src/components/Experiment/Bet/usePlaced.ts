import { useMemo, useSyncExternalStore } from 'react';
import { betStore } from '../../../bets';
import type { Placed } from '../../../bets/store';

const NONE: readonly Placed[] = [];
const subscribe = (changed: () => void): (() => void) => betStore().subscribe(changed);

/** What was placed at this experiment in this browser, oldest first. */
export function usePlaced(figure: string): readonly Placed[] {
  const all = useSyncExternalStore(
    subscribe,
    () => betStore().all(),
    () => NONE,
  );
  return useMemo(() => all.filter((placed) => placed.figure === figure), [all, figure]);
}
