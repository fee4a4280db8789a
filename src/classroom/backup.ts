/**
 * A second copy of the work on assignments. What a page puts into `localStorage` a browser writes to the disk when it
 * likes, seconds later; a transaction of IndexedDB is written when it ends, so what is killed loses less than a second.
 */
import type { DBSchema, IDBPDatabase } from 'idb';
import type { Kept } from './work';

interface Schema extends DBSchema {
  works: { key: string; value: Kept };
}

const NAME = 'in-flight.assignment';

export interface Backup {
  put(key: string, kept: Kept): void;
  all(): Promise<Map<string, Kept>>;
}

/** Where a browser forbids it, nothing is kept, and nothing fails. */
export function createBackup(): Backup {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = (): Promise<IDBPDatabase<Schema>> =>
    (opened ??= import('idb').then(({ openDB }) =>
      openDB<Schema>(NAME, 1, { upgrade: (made) => void made.createObjectStore('works') }),
    ));
  const put = async (key: string, kept: Kept): Promise<void> => {
    const transaction = (await database()).transaction('works', 'readwrite', { durability: 'strict' });
    await Promise.all([transaction.store.put(kept, key), transaction.done]);
  };
  return {
    put: (key, kept) => void put(key, kept).catch(() => undefined),
    async all() {
      try {
        const found = await database();
        const [keys, works] = await Promise.all([found.getAllKeys('works'), found.getAll('works')]);
        return new Map(keys.map((key, place) => [key, works[place]!]));
      } catch {
        return new Map();
      }
    },
  };
}
