/** Work on assignments, kept in this browser. */
import type { Kept } from './work';

export interface WorkStore {
  /** What is kept, newest first. */
  list(): Kept[];
  get(fingerprint: string, student: string): Kept | undefined;
  /** Keeps it; false: only as long as the page lives. */
  put(kept: Kept): boolean;
  forget(kept: Pick<Kept, 'fingerprint' | 'student'>): void;
  /** Told of changes that another tab has made; gives back the way to stop that. */
  subscribe(fingerprint: string, student: string, listener: (kept: Kept | undefined) => void): () => void;
}

/** The part of `window` that is needed; tests bring their own. */
export interface Place {
  /** Throws where a browser forbids it. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;
  addEventListener(type: 'storage', listener: (event: { key: string | null }) => void): void;
  removeEventListener(type: 'storage', listener: (event: { key: string | null }) => void): void;
}

/** The number is the version of `Kept`. */
export const PREFIX = 'in-flight.assignment.1:';

export const keyOf = ({ fingerprint, student }: Pick<Kept, 'fingerprint' | 'student'>): string =>
  `${PREFIX}${fingerprint}:${student}`;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEntry = (entry: unknown): boolean =>
  Array.isArray(entry) && typeof entry[0] === 'number' && typeof entry[1] === 'string' && typeof entry[2] === 'string';

function isKept(value: unknown): value is Kept {
  if (!isRecord(value)) return false;
  const { answers, log, changed, handed } = value;
  const texts = ['assignment', 'fingerprint', 'title', 'student', 'name', 'started'];
  return (
    texts.every((name) => typeof value[name] === 'string') &&
    !Number.isNaN(Date.parse(value.started as string)) &&
    typeof changed === 'number' &&
    isRecord(answers) &&
    Object.values(answers).every((given) => isRecord(given) && typeof given.attempts === 'number') &&
    Array.isArray(log) &&
    log.every(isEntry) &&
    (handed === undefined || (isRecord(handed) && isRecord(handed.answers) && isRecord(handed.marks)))
  );
}

function parse(text: string | null): Kept | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Each work has an entry of its own. Where it can't be stored (forbidden, full), it stays in memory. */
export function createWorkStore(place: Place): WorkStore {
  const unkept = new Map<string, Kept>();

  function keys(): string[] {
    try {
      const all = Array.from({ length: place.localStorage.length }, (_, i) => place.localStorage.key(i));
      return all.filter((key) => key !== null).filter((key) => key.startsWith(PREFIX));
    } catch {
      return [];
    }
  }

  function read(key: string): Kept | undefined {
    if (unkept.has(key)) return unkept.get(key);
    try {
      return parse(place.localStorage.getItem(key));
    } catch {
      return undefined;
    }
  }

  return {
    list: () =>
      [...new Set([...keys(), ...unkept.keys()])]
        .flatMap((key) => read(key) ?? [])
        .sort((one, other) => other.changed - one.changed),
    get: (fingerprint, student) => read(keyOf({ fingerprint, student })),
    put(kept) {
      const key = keyOf(kept);
      try {
        place.localStorage.setItem(key, JSON.stringify(kept));
        unkept.delete(key);
        return true;
      } catch {
        unkept.set(key, kept);
        return false;
      }
    },
    forget(which) {
      const key = keyOf(which);
      unkept.delete(key);
      try {
        place.localStorage.removeItem(key);
      } catch {
        // what cannot be reached is not kept either
      }
    },
    subscribe(fingerprint, student, listener) {
      const mine = keyOf({ fingerprint, student });
      const heard = ({ key }: { key: string | null }): void => {
        if (key === mine || key === null) listener(read(mine));
      };
      place.addEventListener('storage', heard);
      return () => place.removeEventListener('storage', heard);
    },
  };
}

let store: WorkStore | undefined;

/** The work kept in this browser. */
export const workStore = (): WorkStore => (store ??= createWorkStore(window));
