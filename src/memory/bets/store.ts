import type { Params } from '../../model/contract';

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
  /** Those of another browser beside these; gives back how many were new. */
  merge(others: readonly Placed[]): number;
  /** Forget everything. */
  clear(): void;
  /** Does it outlive the page? */
  isKept(): boolean;
  /** Told of every change, also of one in another tab; gives back the way to stop that. */
  subscribe(listener: () => void): () => void;
}

/** The part of `window` that is needed; tests bring their own. */
export interface Place {
  /** Throws where a browser forbids it. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>;
  addEventListener(type: 'storage', listener: (event: { key: string | null }) => void): void;
  removeEventListener(type: 'storage', listener: (event: { key: string | null }) => void): void;
}

/** The number is the version of `Placed`. */
export const KEY = 'in-flight.bets.1';
/** A curve takes 2 KB, and a browser gives 5 MB to the whole site. */
const MOST = 300;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const isAmount = (value: unknown): boolean => isNumber(value) || (Array.isArray(value) && value.every(isNumber));

function isPlaced(entry: unknown): entry is Placed {
  if (typeof entry !== 'object' || entry === null) return false;
  const { figure, bet, params, given, truth, score, at } = entry as Record<string, unknown>;
  const named = typeof figure === 'string' && typeof bet === 'string' && typeof params === 'object' && params !== null;
  return named && isAmount(given) && isAmount(truth) && isNumber(score) && isNumber(at);
}

/** The same bet, placed at the same moment. */
const keyOf = ({ figure, bet, at }: Placed): string => JSON.stringify([at, figure, bet]);

/** What can be used of a stored text; damaged entries are left out. */
function parse(text: string | null): Placed[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(entries) ? entries.filter(isPlaced) : [];
  } catch {
    return [];
  }
}

/**
 * What is stored is the truth, read again before each change, so that two tabs do not overwrite each other. Where it
 * can't be stored (forbidden, full), it stays in memory.
 */
export function createBetStore(place: Place): BetStore {
  const listeners = new Set<() => void>();
  /** What is here and could not be stored. */
  let unkept: Placed[] = [];
  let cache: { text: string | null; all: readonly Placed[] } | undefined;

  function read(): string | null {
    try {
      return place.localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  function write(bets: Placed[]): void {
    const newest = bets.slice(-MOST);
    try {
      place.localStorage.setItem(KEY, JSON.stringify(newest));
      unkept = [];
    } catch {
      const stored = new Set(parse(read()).map(keyOf));
      unkept = newest.filter((placed) => !stored.has(keyOf(placed)));
    }
    changed();
  }

  function changed(): void {
    cache = undefined;
    for (const listener of listeners) listener();
  }

  function all(): readonly Placed[] {
    const text = read();
    if (cache?.text !== text) cache = { text, all: [...parse(text), ...unkept] };
    return cache!.all;
  }

  const heard = ({ key }: { key: string | null }): void => {
    if (key === KEY || key === null) changed();
  };

  return {
    all,
    add: (placed) => write([...all(), placed]),
    forget(figure) {
      unkept = unkept.filter((placed) => placed.figure !== figure);
      write([...parse(read()), ...unkept].filter((placed) => placed.figure !== figure));
    },
    merge(others) {
      const before = new Map(all().map((placed) => [keyOf(placed), placed]));
      const both = new Map([...others.map((placed) => [keyOf(placed), placed] as const), ...before]);
      const newest = [...both.values()]
        .sort((one, other) => one.at - other.at || (keyOf(one) < keyOf(other) ? -1 : 1))
        .slice(-MOST);
      const added = newest.filter((placed) => !before.has(keyOf(placed))).length;
      if (added > 0) write(newest);
      return added;
    },
    clear() {
      unkept = [];
      write([]);
    },
    isKept: () => unkept.length === 0,
    subscribe(listener) {
      if (listeners.size === 0) place.addEventListener('storage', heard);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) place.removeEventListener('storage', heard);
      };
    },
  };
}
