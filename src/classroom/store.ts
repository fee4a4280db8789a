/** Work on assignments, kept in this browser. */
import * as v from 'valibot';
import { persisted, type Persisted } from '../memory/persisted';
import { type Place, storedKeys } from '../memory/storageItem';
import { type Backup, createBackup } from './backup';
import type { Kept } from './work';

export interface WorkStore {
  /** What is kept, newest first. */
  list(): Kept[];
  get(fingerprint: string, student: string): Kept | undefined;
  /** Keeps it; false: only as long as the page lives. */
  put(kept: Kept): boolean;
  /** Takes over what the copy has and this has not: to be done before anything is read. */
  restore(): Promise<void>;
  /** Told of changes that another tab has made; gives back the way to stop that. */
  subscribe(fingerprint: string, student: string, listener: (kept: Kept | undefined) => void): () => void;
}

/** The number is the version of `Kept`. */
export const PREFIX = 'in-flight.assignment.1:';

export const keyOf = ({ fingerprint, student }: Pick<Kept, 'fingerprint' | 'student'>): string =>
  `${PREFIX}${fingerprint}:${student}`;

const record = v.record(v.string(), v.unknown());

/** What the page could not do without. */
const shape = v.object({
  assignment: v.string(),
  fingerprint: v.string(),
  title: v.string(),
  student: v.string(),
  name: v.string(),
  started: v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
  changed: v.number(),
  answers: v.record(v.string(), v.object({ attempts: v.number() })),
  log: v.array(v.looseTuple([v.number(), v.string(), v.string()])),
  handed: v.optional(v.object({ answers: record, marks: record })),
});

/** The work as it was kept, whatever else is in it. */
function parse(kept: unknown): Kept {
  v.assert(shape, kept);
  return kept as Kept;
}

/** Each work has an entry of its own. Where it can't be stored (forbidden, full), it stays in memory. */
export function createWorkStore(place: Place, backup?: Backup): WorkStore {
  const works = new Map<string, Persisted<Kept | undefined>>();

  function workAt(key: string): Persisted<Kept | undefined> {
    const work = works.get(key) ?? persisted(key, parse, undefined, place);
    works.set(key, work);
    return work;
  }
  const workOf = (which: Pick<Kept, 'fingerprint' | 'student'>): Persisted<Kept | undefined> => workAt(keyOf(which));

  return {
    list: () =>
      [...new Set([...storedKeys(PREFIX, place), ...works.keys()])]
        .flatMap((key) => workAt(key).get() ?? [])
        .sort((one, other) => other.changed - one.changed),
    get: (fingerprint, student) => workOf({ fingerprint, student }).get(),
    put(kept) {
      backup?.put(keyOf(kept), kept);
      return workOf(kept).set(kept);
    },
    async restore() {
      for (const [key, kept] of (await backup?.all()) ?? []) {
        const before = workAt(key).get();
        if (v.is(shape, kept) && (!before || before.changed < kept.changed)) workAt(key).set(kept);
      }
    },
    subscribe(fingerprint, student, listener) {
      const work = workOf({ fingerprint, student });
      return work.hear(() => listener(work.get()));
    },
  };
}

let store: WorkStore | undefined;

/** The work kept in this browser. */
export const workStore = (): WorkStore => (store ??= createWorkStore(window, createBackup()));
