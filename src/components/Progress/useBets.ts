import { useSyncExternalStore } from 'react';
import { betStore } from '../../bets';
import type { Placed } from '../../bets/store';

const NONE: readonly Placed[] = [];
const subscribe = (changed: () => void): (() => void) => betStore().subscribe(changed);

/** All bets of this browser; in the build and at the first render none. */
export const useBets = (): readonly Placed[] =>
  useSyncExternalStore(
    subscribe,
    () => betStore().all(),
    () => NONE,
  );
