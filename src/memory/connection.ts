/** The connection to IndexedDB: opened at the first use, and again after it was closed for another tab or by the browser. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { Waiting } from './failures';
import type { CardState, Interview, ReadMark, Review, Settings } from './types';

const VERSION = 1;

/** A card's answers are one record: they are read and written together. */
export interface Log {
  card: string;
  reviews: Review[];
}

export interface Schema extends DBSchema {
  /** What was answered: the truth. By card. */
  reviews: { key: string; value: Log };
  /** What follows from it, by card; due as it would be by the default retention, whatever is set. */
  cards: { key: string; value: CardState };
  /** By `windows/why-slow#idle`. */
  read: { key: string; value: ReadMark };
  interviews: { key: string; value: Interview };
  /** One record. */
  settings: { key: 'settings'; value: Settings };
}

export const STORES = ['reviews', 'cards', 'read', 'interviews', 'settings'] as const;

export interface Connection {
  /** Runs it; once more where the connection turns out to be closed. */
  withDatabase<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T>;
  close(): void;
}

/** `onFreed`: another tab has let go of an older database that was in the way. */
export function createConnection(name: string, onFreed: () => void): Connection {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;

  function open(): Promise<IDBPDatabase<Schema>> {
    return new Promise((resolve, reject) => {
      let isWaiting = false;
      openDB<Schema>(name, VERSION, {
        upgrade(db) {
          db.createObjectStore('reviews', { keyPath: 'card' });
          db.createObjectStore('cards', { keyPath: 'card' });
          db.createObjectStore('read');
          db.createObjectStore('interviews', { keyPath: 'id' });
          db.createObjectStore('settings');
        },
        blocked() {
          // An older book in another tab holds it. The page goes on, and writes as soon as that tab lets go.
          isWaiting = true;
          reject(new Waiting());
        },
        blocking: () => close(),
        terminated: () => (opening = undefined),
      }).then((db) => {
        if (!isWaiting) return resolve(db);
        opening = Promise.resolve(db);
        onFreed();
      }, reject);
    });
  }

  async function database(): Promise<IDBPDatabase<Schema>> {
    const mine = (opening ??= open());
    try {
      return await mine;
    } catch (error) {
      // Tried again at the next use, unless it is being waited for.
      if (opening === mine && !(error instanceof Waiting)) opening = undefined;
      throw error;
    }
  }

  function close(): void {
    opening?.then(
      (db) => db.close(),
      () => undefined,
    );
    opening = undefined;
  }

  async function withDatabase<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const db = await database();
    try {
      return await work(db);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
      opening = undefined;
      return work(await database());
    }
  }

  return { withDatabase, close };
}
