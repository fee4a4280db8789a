import { createStore } from '../model/store';
import { mergeBets } from './bets/merge';
import type { BetStore } from './bets/store';
import { openChannel } from './channel';
import { allowed, DEFAULTS } from './defaults';
import { everything, take } from './exchange';
import { hear } from './hear';
import { newId } from './keys';
import { clear, flush, type Ledger, load, newLedger, put } from './ledger';
import type { Memory } from './memory';
import * as pendings from './pending';
import { createShown } from './shown';
import { EMPTY } from './snapshot';
import { createTurns } from './turns';
import type { Interview, Review } from './types';

interface Options {
  /** Of the database and of the channel. */
  name: string;
  bets: () => BetStore;
  now?: () => number;
}

/** The memory: a ledger that is opened at the first use, and changed in turns. */
export function createMemory({ name, bets, now = Date.now }: Options): Memory & { close(): void } {
  /** Counts the changes. */
  const version = createStore(0);
  const shownOf = createShown(now);
  const turn = createTurns();
  let opening: Promise<Ledger> | undefined;
  let ledger: Ledger | undefined;
  let isReady = false;

  const changed = (): void => version.set(version.get() + 1);

  async function open(): Promise<Ledger> {
    const [schedule, { createDatabase }] = await Promise.all([import('./schedule'), import('./database')]);
    ledger = newLedger({
      schedule,
      changed,
      database: createDatabase(name, () => void changing(freed)),
      channel: openChannel(name, (news) => void changing((mine) => hear(mine, news)).catch(console.error)),
    });
    await load(ledger);
    if (typeof window !== 'undefined') window.addEventListener('pageshow', returned);
    isReady = true;
    changed();
    return ledger;
  }

  /** A page that comes back from the browser's cache has heard nothing. */
  function returned({ persisted }: PageTransitionEvent): void {
    if (persisted) void changing(load);
  }

  /** The database can be used at last. */
  async function freed(mine: Ledger): Promise<void> {
    if (await flush(mine)) await load(mine);
  }

  const ready = (): Promise<Ledger> =>
    (opening ??= open().catch((error: unknown) => {
      // A part of the page did not come; tried again at the next use.
      opening = undefined;
      throw error;
    }));

  const inTurn = <T>(work: (mine: Ledger) => T | Promise<T>): Promise<T> => turn(async () => work(await ready()));

  /** In turn, and told to anyone who shows it, however it ends. */
  const changing = <T>(work: (mine: Ledger) => Promise<T>): Promise<T> => inTurn((mine) => work(mine).finally(changed));

  function openAtOnce(): void {
    if (!opening) ready().catch(console.error);
  }

  return {
    snapshot() {
      openAtOnce();
      return ledger && isReady ? shownOf(ledger, version.get()) : EMPTY;
    },
    subscribe(listener) {
      openAtOnce();
      return version.subscribe(listener);
    },
    ready: async () => void (await ready()),
    answer: (card, rating, from, share) =>
      changing((mine) => {
        const { schedule, known, taken } = mine;
        const review: Review = { id: newId(), card, at: now(), rating, from, ...(share !== undefined && { share }) };
        const before = known.state(card);
        taken.push({ review, before });
        return put(mine, review, () => schedule.advance(before, review, known.retention()));
      }),
    undo: () =>
      changing(async (mine) => {
        const last = mine.taken.pop();
        return last && put(mine, { ...last.review, undone: true }, () => last.before);
      }),
    intervals: (card, at = now()) =>
      ledger && isReady
        ? ledger.schedule.intervals(ledger.known.state(card), at, ledger.known.retention())
        : { 1: 0, 2: 0, 3: 0, 4: 0 },
    reviews: () =>
      inTurn(async (mine) =>
        (await everything(mine)).reviews.filter(({ undone }) => !undone).sort(mine.schedule.inOrder),
      ),
    markRead: (chapter, section) =>
      inTurn(async (mine) => {
        const mark = { chapter, section, at: now() };
        if (mine.known.hasRead(mark)) return;
        mine.known.addRead(mark);
        pendings.addRead(mine.pending, mark);
        await flush(mine);
        changed();
      }),
    keepInterview: (interview) =>
      changing(async (mine) => {
        // As a file would have it: then it can be stored, whatever an answer is.
        const plain = JSON.parse(JSON.stringify(interview)) as Interview;
        mine.known.setInterview(plain);
        pendings.addInterview(mine.pending, plain);
        await flush(mine);
      }),
    forgetInterview: (id) =>
      changing(async (mine) => {
        mine.known.forgetInterviews([id]);
        pendings.forgetInterview(mine.pending, id);
        await flush(mine);
      }),
    change: (some) =>
      changing(async (mine) => {
        mine.pending.settings = allowed({ ...(mine.known.settings() ?? DEFAULTS), ...some });
        mine.known.setSettings(mine.pending.settings, mine.schedule.withRetention);
        await flush(mine);
      }),
    exportText: () =>
      inTurn(async (mine) => {
        const { write } = await import('./transfer');
        return write({ ...(await everything(mine)), bets: bets().all() }, now());
      }),
    importText: async (text) => {
      const { read } = await import('./transfer');
      const { bets: placed, ...file } = await read(text, now());
      return changing(async (mine) => ({ ...(await take(mine, file)), bets: mergeBets(bets(), placed) }));
    },
    clear: () =>
      changing(async (mine) => {
        await clear(mine);
        bets().keep([]);
      }),
    close() {
      ledger?.channel.close();
      ledger?.database.close();
      if (typeof window !== 'undefined') window.removeEventListener('pageshow', returned);
    },
  };
}
