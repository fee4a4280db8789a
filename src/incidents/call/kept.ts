import * as v from 'valibot';
import { storageItem, type StorageItem } from '../../memory/storageItem';
import { USUAL } from '../../model/kernels';
import type { Wanted } from '../address';

/** As many and as long as a call may have (`inflight/incidents/call.py`). */
const LINES = v.pipe(v.array(v.pipe(v.string(), v.maxLength(600))), v.maxLength(400));

/** What was done in a call, as long as the tab is open. */
export function keptLines({ seed, level, family, kernel = USUAL }: Wanted): StorageItem<string[]> {
  const more = [...(family === undefined ? [] : [family]), ...(kernel === USUAL ? [] : [kernel])];
  const key = ['inflight.call', seed, level, ...more].join('.');
  return storageItem(key, v.parser(LINES), [], globalThis, 'sessionStorage');
}
