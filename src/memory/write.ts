/** All that is written at once, in one transaction: two tabs never lose each other's answers. */
import { group } from 'd3-array';
import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { type Schema, STORES } from './connection';
import { DEFAULTS } from './defaults';
import { readKey } from './keys';
import { logsByCard, SLICE } from './logs';
import { mergeInterview, mergeRead, unite } from './merge';
import { inOrder, replay } from './schedule';
import type { CardState, Interview, ReadMark, Review, Settings } from './types';

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

type Transaction = IDBPTransaction<Schema, typeof STORES, 'readwrite'>;

const areSame = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, i) => item === other[i]);

/** A request among others: one that fails ends the transaction, and those after it are not waited for. */
function among(request: Promise<unknown>): Promise<unknown> {
  request.catch(() => undefined);
  return request;
}

/** Answers, put to those of the same cards, and what follows from them. A file brings much that is known. */
async function writeReviews(
  tx: Transaction,
  reviews: readonly Review[],
  isFile: boolean,
  written: Written,
): Promise<void> {
  const [logs, states] = [tx.objectStore('reviews'), tx.objectStore('cards')];
  const byCard = group(reviews, ({ card }) => card);
  const cards = [...byCard.keys()];
  const known = cards.length > SLICE ? await logsByCard(logs) : undefined;
  for (let from = 0; from < cards.length; from += SLICE) {
    const slice = cards.slice(from, from + SLICE);
    const found = await Promise.all(slice.map((card) => (known ? known.get(card) : logs.get(card))));
    const puts = slice.flatMap((card, i): Promise<unknown>[] => {
      const before = found[i]?.reviews ?? [];
      const after = unite(before, byCard.get(card)!).sort(inOrder);
      const isKnown = areSame(before, after);
      // All is loaded again after a file.
      if (isKnown && isFile) return [];
      const state = replay(after, DEFAULTS.retention);
      written.states.set(card, state);
      if (isKnown) return [];
      written.added.reviews += after.length - before.length;
      return [among(logs.put({ card, reviews: after })), among(state ? states.put(state) : states.delete(card))];
    });
    await Promise.all(puts);
  }
}

async function writeRead(tx: Transaction, marks: readonly ReadMark[], { added }: Written): Promise<void> {
  const store = tx.objectStore('read');
  for (const mark of marks) {
    const before = await store.get(readKey(mark));
    if (!before) added.read++;
    if (!before || mergeRead(before, mark) !== before) await store.put(mark, readKey(mark));
  }
}

type Interviews = Pick<Changes, 'interviews' | 'forgotten' | 'others'>;

async function writeInterviews(
  tx: Transaction,
  { interviews, forgotten, others = [] }: Interviews,
  { added }: Written,
): Promise<void> {
  const store = tx.objectStore('interviews');
  for (const interview of interviews) await store.put(interview);
  for (const id of forgotten) await store.delete(id);
  for (const interview of others) {
    const before = await store.get(interview.id);
    if (!before) added.interviews++;
    await store.put(before ? mergeInterview(before, interview) : interview);
  }
}

type Choices = Pick<Changes, 'settings' | 'suggested'>;

async function writeSettings(tx: Transaction, { settings, suggested }: Choices): Promise<void> {
  const store = tx.objectStore('settings');
  if (settings) await store.put(settings, 'settings');
  else if (suggested && !(await store.get('settings'))) await store.put(suggested, 'settings');
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export async function write(db: IDBPDatabase<Schema>, changes: Changes): Promise<Written> {
  const written: Written = { states: new Map(), added: { reviews: 0, read: 0, interviews: 0 } };
  const tx = db.transaction(STORES, 'readwrite');
  // Heard below; until then it must not count as unheard.
  tx.done.catch(() => undefined);
  try {
    await writeReviews(tx, changes.reviews, changes.others !== undefined, written);
    await writeRead(tx, changes.read, written);
    await writeInterviews(tx, changes, written);
    await writeSettings(tx, changes);
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
}
