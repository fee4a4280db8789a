/** IndexedDB. Everything that is written together is one transaction: two tabs never lose each other's answers. */
import { group } from 'd3-array';
import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore, type StoreNames } from 'idb';
import { Waiting } from './failures';
import { readKey } from './keys';
import { mergeInterview, mergeRead, unite } from './merge';
import { inOrder, replay } from './schedule';
import { DEFAULTS } from './defaults';
import type { CardState, Interview, ReadMark, Review, Settings } from './types';

export const VERSION = 1;

/** A card's answers are one record: they are read and written together. */
interface Log {
  card: string;
  reviews: Review[];
}

interface Schema extends DBSchema {
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

const STORES = ['reviews', 'cards', 'read', 'interviews', 'settings'] as const;

/** What is to be written. */
export interface Changes {
  reviews: readonly Review[];
  read: readonly ReadMark[];
  /** Of this page: they replace what is stored. */
  interviews: readonly Interview[];
  forgotten: readonly string[];
  settings?: Settings;
  /** From a file: what is stored is as good. */
  others?: readonly Interview[];
  /** From a file: for who has set nothing. */
  suggested?: Settings;
}

export interface Written {
  /** Of the cards whose reviews changed, due by the default retention; undefined: no review of it counts. */
  states: Map<string, CardState | undefined>;
  /** What was not there before. */
  added: { reviews: number; read: number; interviews: number };
}

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

/** Cards that are worked on in one go; then the page may breathe. */
const SLICE = 250;

type Logs = Pick<IDBPObjectStore<Schema, ArrayLike<StoreNames<Schema>>, 'reviews'>, 'getAll'>;

/** All answers, a slice of cards at a time. */
async function* slices(store: Logs): AsyncGenerator<Log[]> {
  let logs: Log[] = [];
  do {
    logs = await store.getAll(logs.length > 0 ? IDBKeyRange.lowerBound(logs.at(-1)!.card, true) : undefined, SLICE);
    yield logs;
  } while (logs.length === SLICE);
}

const areSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, i) => item === other[i]);

async function logsByCard(store: Logs): Promise<Map<string, Log>> {
  const all = new Map<string, Log>();
  for await (const logs of slices(store)) for (const log of logs) all.set(log.card, log);
  return all;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Opened at the first use, and again after it was closed for another tab or by the browser. */
export function createDatabase(name: string, onFreed: () => void): Database {
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

  /** Runs it; once more where the connection turns out to be closed. */
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

  const write = ({ reviews, read, interviews, forgotten, settings, others, suggested }: Changes) =>
    withDatabase(async (db): Promise<Written> => {
      const written: Written = { states: new Map(), added: { reviews: 0, read: 0, interviews: 0 } };
      const tx = db.transaction(STORES, 'readwrite');
      // Heard below; until then it must not count as unheard.
      tx.done.catch(() => undefined);
      const store = <S extends (typeof STORES)[number]>(which: S) => tx.objectStore(which);
      try {
        const byCard = group(reviews, ({ card }) => card);
        const cards = [...byCard.keys()];
        const known = cards.length > SLICE ? await logsByCard(store('reviews')) : undefined;
        for (let from = 0; from < cards.length; from += SLICE) {
          const slice = cards.slice(from, from + SLICE);
          const logs = known
            ? slice.map((card) => known.get(card))
            : await Promise.all(slice.map((card) => store('reviews').get(card)));
          const puts: Promise<unknown>[] = [];
          const put = (request: Promise<unknown>): void => {
            // One that fails ends this, and those after it are not waited for.
            request.catch(() => undefined);
            puts.push(request);
          };
          slice.forEach((card, i) => {
            const before = logs[i]?.reviews ?? [];
            const after = unite(before, byCard.get(card)!).sort(inOrder);
            const isKnown = areSame(before, after);
            // A file brings much that is known, and all is loaded again after it.
            if (isKnown && others) return;
            const state = replay(after, DEFAULTS.retention);
            written.states.set(card, state);
            if (isKnown) return;
            written.added.reviews += after.length - before.length;
            put(store('reviews').put({ card, reviews: after }));
            put(state ? store('cards').put(state) : store('cards').delete(card));
          });
          await Promise.all(puts);
        }
        for (const mark of read) {
          const before = await store('read').get(readKey(mark));
          if (!before) written.added.read++;
          if (!before || mergeRead(before, mark) !== before) await store('read').put(mark, readKey(mark));
        }
        for (const interview of interviews) await store('interviews').put(interview);
        for (const id of forgotten) await store('interviews').delete(id);
        for (const interview of others ?? []) {
          const before = await store('interviews').get(interview.id);
          if (!before) written.added.interviews++;
          await store('interviews').put(before ? mergeInterview(before, interview) : interview);
        }
        if (settings) await store('settings').put(settings, 'settings');
        else if (suggested && !(await store('settings').get('settings')))
          await store('settings').put(suggested, 'settings');
      } catch (error) {
        try {
          tx.abort();
        } catch {
          // it is over already
        }
        // Where the browser gave up the transaction, that tells why, not what it did to each request.
        throw isAbort(error) ? (tx.error ?? error) : error;
      }
      await tx.done;
      return written;
    });

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
    write,
    clear: () =>
      withDatabase(async (db) => {
        const tx = db.transaction(STORES, 'readwrite');
        await Promise.all([...STORES.map((store) => tx.objectStore(store).clear()), tx.done]);
      }),
    close,
  };
}
