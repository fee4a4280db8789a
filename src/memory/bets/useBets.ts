import { useSyncExternalStore } from 'react';
import { betStore } from '.';
import type { Placed } from './store';

const NONE: readonly Placed[] = [];
const subscribe = (changed: () => void): (() => void) => betStore().subscribe(changed);
const all = (): readonly Placed[] => betStore().all();
const atBuild = (): readonly Placed[] => NONE;

/** All bets of this browser, oldest first; in the build and at the first render none. */
export const useBets = (): readonly Placed[] => useSyncExternalStore(subscribe, all, atBuild);
