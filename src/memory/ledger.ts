/**
 * What this page knows, and what of it is not stored yet. Each change is put to what is pending, and all that is
 * pending is written in one transaction; what can't be written stays pending, counts as if it were stored, and goes
 * with the next write. Anyone who changes a ledger waits for a turn, so what a write finds pending is what it has written
 * when it ends.
 */
import { group } from 'd3-array';
import type { Channel } from './channel';
import type { Database } from './database';
import { reasonOf, type Reason } from './failures';
import { createKnown, type Known } from './known';
import { unite } from './merge';
import * as pendings from './pending';
import type { CardState, Review } from './types';

interface Parts {
  /** Fetched at the first use, as is the database: no chapter waits for them. */
  schedule: typeof import('./schedule');
  database: Database;
  channel: Channel;
  /** Tells anyone who shows it. */
  changed: () => void;
}

/** An answer of this page, with the card's state before it. */
interface Taken {
  review: Review;
  before: CardState | undefined;
}

export interface Ledger extends Readonly<Parts> {
  readonly known: Known;
  pending: pendings.Pending;
  taken: Taken[];
  /** Why something can't be stored; undefined: all is. */
  reason: Reason | undefined;
  /** Has it ever been read? If not, what is pending is all there is. */
  isRead: boolean;
}

export const newLedger = (parts: Parts): Ledger => ({
  ...parts,
  known: createKnown(),
  pending: pendings.nothing(),
  taken: [],
  reason: undefined,
  isRead: false,
});

/** What a card's state is where its reviews can't be read. */
type Otherwise = () => CardState | undefined;

/** The states of cards whose reviews could not all be written: by what is stored and what is pending. */
export async function recompute(
  { schedule, database, known, pending, isRead }: Ledger,
  cards: Iterable<string>,
  otherwise?: Otherwise,
): Promise<void> {
  const unwritten = group(pending.reviews.values(), ({ card }) => card);
  for (const card of cards) {
    const mine = unwritten.get(card) ?? [];
    try {
      const stored = isRead ? await database.reviewsOf(card) : [];
      known.setState(card, schedule.replay(unite(stored, mine), known.retention()));
    } catch {
      if (otherwise) known.setState(card, otherwise());
    }
  }
}

/** Reads all that is stored; what is pending counts on top of it. */
export async function load(ledger: Ledger): Promise<void> {
  const { schedule, database, known, pending } = ledger;
  try {
    known.setAll(await database.load(), schedule.withRetention);
    ledger.isRead = true;
    if (pendings.isNothing(pending)) ledger.reason = undefined;
  } catch (error) {
    ledger.reason = reasonOf(error);
  }
  if (pendings.isNothing(pending)) return;
  if (pending.settings) known.setSettings(pending.settings, schedule.withRetention);
  for (const mark of pending.read.values()) known.addRead(mark);
  for (const interview of pending.interviews.values()) known.setInterview(interview);
  known.forgetInterviews(pending.forgotten);
  await recompute(ledger, pendings.cardsOf(pending));
}

/** States as they are stored: due by the default retention. */
export function setStates({ schedule, known }: Ledger, states: ReadonlyMap<string, CardState | undefined>): void {
  for (const [card, state] of states) known.setState(card, state && schedule.withRetention(state, known.retention()));
}

/** Writes all that is pending, and tells the other tabs; false: it could not be written. */
export async function flush(ledger: Ledger): Promise<boolean> {
  const changes = pendings.changesOf(ledger.pending);
  try {
    const { states } = await ledger.database.write(changes);
    ledger.pending = pendings.nothing();
    ledger.reason = undefined;
    setStates(ledger, states);
    const { read, interviews, forgotten, settings } = changes;
    const news = { read, interviews, forgotten, ...(settings && { settings }) };
    ledger.channel.tell({ kind: 'change', cards: [...states.keys()], ...news });
    // The first write that succeeds is also the first chance to read.
    if (!ledger.isRead) await load(ledger);
    return true;
  } catch (error) {
    ledger.reason = reasonOf(error);
    return false;
  }
}

/** One answer more, or one that is taken back. */
export async function put(ledger: Ledger, review: Review, otherwise: Otherwise): Promise<Review> {
  pendings.addReview(ledger.pending, review);
  if (!(await flush(ledger))) await recompute(ledger, [review.card], otherwise);
  return review;
}

/** Forgets everything; throws where what is stored can't be reached. */
export async function clear(ledger: Ledger): Promise<void> {
  try {
    await ledger.database.clear();
    ledger.reason = undefined;
  } catch (error) {
    if (ledger.isRead) throw error;
  }
  ledger.pending = pendings.nothing();
  ledger.taken = [];
  const nothing = { states: [], read: [], interviews: [], settings: undefined };
  ledger.known.setAll(nothing, ledger.schedule.withRetention);
  ledger.channel.tell({ kind: 'clear' });
}
