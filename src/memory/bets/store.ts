import type { Params } from '../../model/contract';
import { createStore } from '../../model/store';
import { type Place, storageItem } from '../storageItem';

/** A bet that was placed and revealed. Curves are heights at evenly spaced places. */
export interface Placed {
  /** The experiment's id: the same wherever it stands. */
  figure: string;
  bet: string;
  params: Params;
  given: number | number[];
  truth: number | number[];
  /** 0 … 100 */
  score: number;
  /** ms since 1970 */
  at: number;
}

/** What was placed in this browser. */
export interface BetStore {
  /** All bets, oldest first; the same array until something changes. */
  all(): readonly Placed[];
  add(placed: Placed): void;
  /** Forget all that was placed at this figure. */
  forget(figure: string): void;
  /** These, and no others; the newest, if there are too many. */
  keep(bets: readonly Placed[]): void;
  /** Does it outlive the page? */
  isKept(): boolean;
  /** Told of every change, also of one in another tab; gives back the way to stop that. */
  subscribe(listener: () => void): () => void;
}

/** The number is the version of `Placed`. */
export const KEY = 'in-flight.bets.1';
/** A curve takes 2 KB, and a browser gives 5 MB to the whole site. */
export const MOST = 300;

/** By hand: every chapter loads this, and would load valibot with it, which is three times as large. */
function isPlaced(entry: unknown): entry is Placed {
  if (typeof entry !== 'object' || entry === null) return false;
  const { figure, bet, params, given, truth, score, at } = entry as Record<string, unknown>;
  const named = typeof figure === 'string' && typeof bet === 'string' && typeof params === 'object' && params !== null;
  return named && [score, at].concat(given, truth).every(Number.isFinite);
}

/** The same bet, placed at the same moment. */
export const keyOf = ({ figure, bet, at }: Placed): string => JSON.stringify([at, figure, bet]);

const NONE: readonly Placed[] = [];

/** Damaged entries are left out. */
const parse = (kept: unknown): readonly Placed[] => (Array.isArray(kept) ? kept.filter(isPlaced) : NONE);

/**
 * What is stored is the truth, read again before each change, so that two tabs do not overwrite each other. Where it
 * can't be stored (forbidden, full), it stays in memory.
 */
export function createBetStore(place: Place): BetStore {
  const stored = storageItem(KEY, parse, NONE, place);
  /** What is here and could not be stored. */
  const unkept = createStore(NONE);
  let last = { kept: NONE, more: NONE, all: NONE };

  function keep(bets: readonly Placed[]): void {
    const newest = bets.slice(-MOST);
    const missing = stored.set(newest) ? NONE : newest;
    const kept = new Set(stored.get().map(keyOf));
    unkept.set(missing.filter((placed) => !kept.has(keyOf(placed))));
  }

  function all(): readonly Placed[] {
    const [kept, more] = [stored.get(), unkept.get()];
    if (last.kept !== kept || last.more !== more) last = { kept, more, all: [...kept, ...more] };
    return last.all;
  }

  return {
    all,
    keep,
    add: (placed) => keep([...all(), placed]),
    forget: (figure) => keep(all().filter((placed) => placed.figure !== figure)),
    isKept: () => unkept.get().length === 0,
    subscribe(listener) {
      const stops = [stored.hear(listener), unkept.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
  };
}
