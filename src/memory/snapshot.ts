import { DEFAULTS } from './defaults';
import type { CardState, Interview, ReadMark, Settings } from './types';

/** What a page shows of it; a new object after each change, the same one until then. */
export interface Snapshot {
  /** What is stored has been read. */
  isReady: boolean;
  /** By card. */
  states: ReadonlyMap<string, CardState>;
  /** By `windows/why-slow#idle`. */
  read: ReadonlyMap<string, ReadMark>;
  settings: Settings;
  /** Oldest first. */
  interviews: readonly Interview[];
  /** New cards that were answered for the first time today (since 4 in the morning). */
  newToday: number;
  /** Can the last answer of this page be taken back? */
  canUndo: boolean;
  /** Why it is kept in memory alone, for the reader; undefined: it is stored. */
  unkept: string | undefined;
}

/** What is shown before anything has been read, and what the build shows. */
export const EMPTY: Snapshot = {
  isReady: false,
  states: new Map(),
  read: new Map(),
  settings: DEFAULTS,
  interviews: [],
  newToday: 0,
  canUndo: false,
  unkept: undefined,
};
