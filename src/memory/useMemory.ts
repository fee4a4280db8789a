import { useSyncExternalStore } from 'react';
import { memory } from '.';
import { EMPTY, type Snapshot } from './snapshot';

const subscribe = (changed: () => void): (() => void) => memory().subscribe(changed);
const now = (): Snapshot => memory().snapshot();
const atBuild = (): Snapshot => EMPTY;

/** What this browser remembers; in the build and at the first render nothing. */
export const useMemory = (): Snapshot => useSyncExternalStore(subscribe, now, atBuild);
