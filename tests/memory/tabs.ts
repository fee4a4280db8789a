/** A browser for the memory's tests: a database, a localStorage, tabs, a clock that is set. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { createBetStore, type BetStore } from '../../src/memory/bets/store';
import type { Memory } from '../../src/memory';
import { createMemory } from '../../src/memory/store';
import { storage } from './storage';

export const DAY = 86_400_000;
/** An evening. */
export const START = new Date(2026, 2, 9, 20).getTime();

export type Tab = Memory & { close(): void };

export interface Browser {
  tab(): Tab;
  bets: BetStore;
  /** Of all its tabs. */
  clock: { now: number };
  /** All that is stored, in this browser's own order. */
  dump(): Promise<Record<string, unknown>>;
}

let count = 0;

/** Its database is the one that is there; each browser uses another part of it. */
export function browser(): Browser {
  const name = `browser-${count++}`;
  const bets = createBetStore(storage().tab());
  const clock = { now: START };
  return {
    tab: () => createMemory({ name, bets: () => bets, now: () => clock.now }),
    bets,
    clock,
    dump: async () => ({ ...(await dump(name)), bets: bets.all() }),
  };
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Every store with its keys and values, read past the memory's own code. */
async function dump(name: string): Promise<Record<string, unknown>> {
  const db = await settled(indexedDB.open(name));
  const all: Record<string, unknown> = {};
  for (const store of db.objectStoreNames) {
    const opened = db.transaction(store).objectStore(store);
    const [keys, values] = await Promise.all([settled(opened.getAllKeys()), settled(opened.getAll())]);
    all[store] = keys.map((key, i) => [key, values[i]]);
  }
  db.close();
  return all;
}

/** A new disk for the tests that harm it. */
export function newDisk(): void {
  vi.stubGlobal('indexedDB', new IDBFactory());
}
