/** Answers as they are stored: a card's are one record. */
import type { IDBPObjectStore, StoreNames } from 'idb';
import type { Log, Schema } from './connection';

/** Cards that are worked on in one go; then the page may breathe. */
export const SLICE = 250;

type Logs = Pick<IDBPObjectStore<Schema, ArrayLike<StoreNames<Schema>>, 'reviews'>, 'getAll'>;

/** All answers, a slice of cards at a time. */
async function* slices(store: Logs): AsyncGenerator<Log[]> {
  let logs: Log[] = [];
  do {
    logs = await store.getAll(logs.length > 0 ? IDBKeyRange.lowerBound(logs.at(-1)!.card, true) : undefined, SLICE);
    yield logs;
  } while (logs.length === SLICE);
}

export async function logsByCard(store: Logs): Promise<Map<string, Log>> {
  const all = new Map<string, Log>();
  for await (const logs of slices(store)) for (const log of logs) all.set(log.card, log);
  return all;
}
