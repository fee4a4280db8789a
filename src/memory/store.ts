import { group } from 'd3-array';
import type { BetStore } from './bets/store';
import { openChannel, type Change, type Channel, type News } from './channel';
import type { Database } from './database';
import { allowed, DEFAULTS } from './defaults';
import { reasonOf, type Reason } from './failures';
import { hold } from './hold';
import { newId } from './keys';
import { createKnown } from './known';
import { ImportError, type Imported, type Memory } from './memory';
import { unite } from './merge';
import * as pendings from './pending';
import { EMPTY, type Snapshot } from './snapshot';
import type { CardState, Interview, Review } from './types';
import type { Everything, File } from './transfer';
import { notStoredWords, unkeptWords } from './words';

interface Options {
  /** Of the database and of the channel. */
  name: string;
  bets: () => BetStore;
  now?: () => number;
}

/** What is fetched at the first use: no chapter waits for it. */
interface Parts {
  schedule: typeof import('./schedule');
  database: Database;
}

/** An answer of this page, with the card's state before it. */
interface Taken {
  review: Review;
  before: CardState | undefined;
}

/** What a card's state is where its reviews can't be read. */
type Otherwise = () => CardState | undefined;

/**
 * The memory on top of the database. Each change is put to what is pending, and all that is pending is written in one
 * transaction; what can't be written stays pending, counts as if it were stored, and goes with the next write.
 * Changes take their turn, so what a write finds pending is what it has written when it ends.
 */
export function createMemory({ name, bets, now = Date.now }: Options): Memory & { close(): void } {
  const listeners = new Set<() => void>();
  let started: Promise<Parts> | undefined;
  let parts: Parts | undefined;
  let channel: Channel | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const known = createKnown();
  let pending = pendings.nothing();
  let taken: Taken[] = [];
  let reason: Reason | undefined;
  /** Has it ever been read? If not, what is pending is all there is. */
  let isRead = false;
  let isReady = false;
  let shown: { snapshot: Snapshot; until: number } | undefined;

  function changed(): void {
    shown = undefined;
    for (const listener of listeners) listener();
  }

  /** The states of cards whose reviews could not all be written: by what is stored and what is pending. */
  async function recompute(cards: Iterable<string>, otherwise?: Otherwise): Promise<void> {
    const { schedule, database } = parts!;
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

  async function load(): Promise<void> {
    const { schedule, database } = parts!;
    try {
      known.setAll(await database.load(), schedule.withRetention);
      isRead = true;
      if (pendings.isNothing(pending)) reason = undefined;
    } catch (error) {
      reason = reasonOf(error);
    }
    if (pendings.isNothing(pending)) return;
    if (pending.settings) known.setSettings(pending.settings, schedule.withRetention);
    for (const mark of pending.read.values()) known.addRead(mark);
    for (const interview of pending.interviews.values()) known.setInterview(interview);
    known.forgetInterviews(pending.forgotten);
    await recompute(new Set([...pending.reviews.values()].map(({ card }) => card)));
  }

  function setStates(states: ReadonlyMap<string, CardState | undefined>): void {
    for (const [card, state] of states)
      known.setState(card, state && parts!.schedule.withRetention(state, known.retention()));
  }

  /** Writes all that is pending; false: it could not be written. */
  async function flush(): Promise<boolean> {
    const changes = pendings.changesOf(pending);
    try {
      const { states } = await parts!.database.write(changes);
      pending = pendings.nothing();
      reason = undefined;
      setStates(states);
      const { read, interviews, forgotten, settings } = changes;
      channel?.tell({
        kind: 'change',
        cards: [...states.keys()],
        read,
        interviews,
        forgotten,
        ...(settings && { settings }),
      });
      // The first write that succeeds is also the first chance to read.
      if (!isRead) await load();
      return true;
    } catch (error) {
      reason = reasonOf(error);
      return false;
    }
  }

  async function hearChange({ cards, read, interviews, forgotten, settings }: Change): Promise<void> {
    const { schedule, database } = parts!;
    if (settings) known.setSettings(settings, schedule.withRetention);
    read.forEach(known.addRead);
    interviews.forEach(known.setInterview);
    known.forgetInterviews(forgotten);
    setStates(await database.states(cards));
    const mine = new Set([...pending.reviews.values()].map(({ card }) => card));
    await recompute(cards.filter((card) => mine.has(card)));
  }

  async function hear(news: News): Promise<void> {
    if (news.kind === 'clear') {
      pending = pendings.nothing();
      taken = [];
    }
    try {
      await (news.kind === 'change' ? hearChange(news) : load());
    } finally {
      changed();
    }
  }

  async function start(): Promise<Parts> {
    const [schedule, { createDatabase }] = await Promise.all([import('./schedule'), import('./database')]);
    parts = { schedule, database: createDatabase(name, () => void inTurn(freed)) };
    channel = openChannel(name, (news) => void inTurn(() => hear(news)).catch(console.error));
    await load();
    if (typeof window !== 'undefined') window.addEventListener('pageshow', returned);
    isReady = true;
    changed();
    return parts;
  }

  /** A page that comes back from the browser's cache has heard nothing. */
  function returned({ persisted }: PageTransitionEvent): void {
    if (persisted) void inTurn(load).then(changed);
  }

  /** The database can be used at last. */
  async function freed(): Promise<void> {
    if (await flush()) await load();
    changed();
  }

  const ready = (): Promise<Parts> =>
    (started ??= start().catch((error: unknown) => {
      // A part of the page did not come; tried again at the next use.
      started = undefined;
      throw error;
    }));

  function inTurn<T>(work: (parts: Parts) => Promise<T>): Promise<T> {
    const mine = last.then(ready).then(work);
    last = mine.catch(() => undefined);
    return mine;
  }

  function snapshot(): Snapshot {
    if (!started) ready().catch(console.error);
    if (!isReady) return EMPTY;
    if (!shown || now() >= shown.until) {
      const { until, ...rest } = known.shown(now());
      const unkept = reason && unkeptWords(reason);
      shown = { snapshot: { ...rest, isReady, canUndo: taken.length > 0, unkept }, until };
    }
    return shown.snapshot;
  }

  /** One answer more, or one that is taken back. */
  async function put(review: Review, otherwise: Otherwise): Promise<Review> {
    pendings.addReview(pending, review);
    if (!(await flush())) await recompute([review.card], otherwise);
    changed();
    return review;
  }

  /** Something else that has changed here already. */
  async function keep(): Promise<void> {
    await flush();
    changed();
  }

  /** What a file holds; where nothing can be stored at all, it is held in memory. */
  async function take(
    { schedule, database }: Parts,
    { reviews, read: marks, interviews, settings, bets: placed }: File,
  ) {
    await flush();
    let added: Omit<Imported, 'bets'>;
    try {
      const none = { interviews: [], forgotten: [] };
      const suggested = settings && { suggested: settings };
      ({ added } = await database.write({ ...none, reviews, read: marks, others: interviews, ...suggested }));
      await load();
      channel?.tell({ kind: 'import' });
    } catch (error) {
      reason = reasonOf(error);
      if (isRead) {
        changed();
        throw new ImportError(notStoredWords());
      }
      added = hold({ reviews, read: marks, interviews, settings }, known, pending, schedule.withRetention);
      await recompute(new Set(reviews.map(({ card }) => card)));
    }
    changed();
    return { ...added, bets: bets().merge(placed) };
  }

  /** Everything: what is stored, as far as it can be read, and what is pending. */
  async function everything({ database }: Parts): Promise<Everything> {
    let stored: Review[] = [];
    try {
      if (isRead) stored = (await database.all()).reviews;
    } catch (error) {
      reason = reasonOf(error);
      changed();
    }
    return {
      reviews: pending.reviews.size > 0 ? unite(stored, [...pending.reviews.values()]) : stored,
      read: known.read(),
      interviews: known.interviews(),
      settings: known.settings(),
    };
  }

  return {
    snapshot,
    subscribe(listener) {
      listeners.add(listener);
      if (!started) ready().catch(console.error);
      return () => listeners.delete(listener);
    },
    ready: async () => void (await ready()),
    answer: (card, rating, from, share) =>
      inTurn(({ schedule }) => {
        const review: Review = { id: newId(), card, at: now(), rating, from, ...(share !== undefined && { share }) };
        const before = known.state(card);
        taken.push({ review, before });
        return put(review, () => schedule.advance(before, review, known.retention()));
      }),
    undo: () =>
      inTurn(async () => {
        const last = taken.pop();
        return last && put({ ...last.review, undone: true }, () => last.before);
      }),
    intervals: (card, at = now()) =>
      isReady && parts
        ? parts.schedule.intervals(known.state(card), at, known.retention())
        : { 1: 0, 2: 0, 3: 0, 4: 0 },
    reviews: () =>
      inTurn(async (all) => (await everything(all)).reviews.filter(({ undone }) => !undone).sort(all.schedule.inOrder)),
    markRead: (chapter, section) =>
      inTurn(async () => {
        const mark = { chapter, section, at: now() };
        if (known.hasRead(mark)) return;
        known.addRead(mark);
        pendings.addRead(pending, mark);
        await keep();
      }),
    keepInterview: (interview) =>
      inTurn(async () => {
        // As a file would have it: then it can be stored, whatever an answer is.
        const plain = JSON.parse(JSON.stringify(interview)) as Interview;
        known.setInterview(plain);
        pendings.addInterview(pending, plain);
        await keep();
      }),
    forgetInterview: (id) =>
      inTurn(async () => {
        known.forgetInterviews([id]);
        pendings.forgetInterview(pending, id);
        await keep();
      }),
    change: (some) =>
      inTurn(async ({ schedule }) => {
        pending.settings = allowed({ ...(known.settings() ?? DEFAULTS), ...some });
        known.setSettings(pending.settings, schedule.withRetention);
        await keep();
      }),
    exportText: () =>
      inTurn(async (all) => {
        const { write } = await import('./transfer');
        return write({ ...(await everything(all)), bets: bets().all() }, now());
      }),
    importText: async (text) => {
      const { read: readFile } = await import('./transfer');
      const file = await readFile(text, now());
      return inTurn((all) => take(all, file));
    },
    clear: () =>
      inTurn(async ({ schedule, database }) => {
        try {
          await database.clear();
          reason = undefined;
        } catch (error) {
          if (isRead) throw error;
        }
        pending = pendings.nothing();
        taken = [];
        known.setAll({ states: [], read: [], interviews: [], settings: undefined }, schedule.withRetention);
        bets().clear();
        channel?.tell({ kind: 'clear' });
        changed();
      }),
    close() {
      channel?.close();
      parts?.database.close();
      if (typeof window !== 'undefined') window.removeEventListener('pageshow', returned);
    },
  };
}
