import * as v from 'valibot';
import { storageItem, type StorageItem } from '../../memory/storageItem';

/** As many and as long as a call may have (`inflight/incidents/call.py`). */
const LINES = v.pipe(v.array(v.pipe(v.string(), v.maxLength(600))), v.maxLength(400));

/** What was done in a call, as long as the tab is open. */
export const keptLines = (seed: number, level: number): StorageItem<string[]> =>
  storageItem(`inflight.call.${seed}.${level}`, v.parser(LINES), [], globalThis, 'sessionStorage');
