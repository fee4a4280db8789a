/** IndexedDB: what a reader's memory is kept in. */
import { createConnection, STORES } from './connection';
import { logsByCard } from './logs';
import type { CardState, Interview, ReadMark, Review, Settings } from './types';
import { type Changes, write, type Written } from './write';

/** All that is stored but the reviews. States are due by the default retention. */
export interface Loaded {
  states: CardState[];
  read: ReadMark[];
  interviews: Interview[];
  settings: Settings | undefined;
}

export interface Database {
  load(): Promise<Loaded>;
  states(cards: readonly string[]): Promise<Map<string, CardState | undefined>>;
  reviewsOf(card: string): Promise<Review[]>;
  /** Everything, as it is at one moment. */
  all(): Promise<Omit<Loaded, 'states'> & { reviews: Review[] }>;
  write(changes: Changes): Promise<Written>;
  clear(): Promise<void>;
  close(): void;
}

/** `onFreed`: an older book in another tab was in the way, and is no longer. */
export function createDatabase(name: string, onFreed: () => void): Database {
  const { withDatabase, close } = createConnection(name, onFreed);
  return {
    load: () =>
      withDatabase(async (db) => {
        const tx = db.transaction(['cards', 'read', 'interviews', 'settings']);
        const [states, read, interviews, settings] = await Promise.all([
          tx.objectStore('cards').getAll(),
          tx.objectStore('read').getAll(),
          tx.objectStore('interviews').getAll(),
          tx.objectStore('settings').get('settings'),
          tx.done,
        ]);
        return { states, read, interviews, settings };
      }),
    states: (cards) =>
      withDatabase(async (db) => {
        const tx = db.transaction('cards');
        const states = await Promise.all(cards.map((card) => tx.store.get(card)));
        return new Map(cards.map((card, i) => [card, states[i]]));
      }),
    reviewsOf: (card) => withDatabase(async (db) => (await db.get('reviews', card))?.reviews ?? []),
    all: () =>
      withDatabase(async (db) => {
        const tx = db.transaction(['reviews', 'read', 'interviews', 'settings']);
        const [logs, read, interviews, settings] = await Promise.all([
          logsByCard(tx.objectStore('reviews')),
          tx.objectStore('read').getAll(),
          tx.objectStore('interviews').getAll(),
          tx.objectStore('settings').get('settings'),
          tx.done,
        ]);
        return { reviews: [...logs.values()].flatMap(({ reviews }) => reviews), read, interviews, settings };
      }),
    write: (changes) => withDatabase((db) => write(db, changes)),
    clear: () =>
      withDatabase(async (db) => {
        const tx = db.transaction(STORES, 'readwrite');
        await Promise.all([...STORES.map((store) => tx.objectStore(store).clear()), tx.done]);
      }),
    close,
  };
}
