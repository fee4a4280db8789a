/** The file that a reader's memory is carried in. It is checked as a whole before anything is changed. */
import * as v from 'valibot';
import type { Placed } from './bets/store';
import { readKey } from './keys';
import { ImportError } from './memory';
import { fileAt, reviewAt } from './shape';
import type { Interview, ReadMark, Review, Settings } from './types';
import * as words from './transferWords';

export interface Everything {
  reviews: readonly Review[];
  read: readonly ReadMark[];
  interviews: readonly Interview[];
  settings: Settings | undefined;
}

export interface File extends Everything {
  bets: readonly Placed[];
}

const NAME = 'inflight.memory';
const VERSION = 1;
/** In characters: ten years with 5,000 cards. */
const LARGEST = 64_000_000;

const byTime = (one: ReadMark, other: ReadMark): number =>
  one.at - other.at || (readKey(one) < readKey(other) ? -1 : 1);

export function write({ reviews, read, interviews, settings, bets }: File, now: number): string {
  const file = {
    schema: `${NAME}/${VERSION}`,
    exported: new Date(now).toISOString(),
    reviews,
    read: [...read].sort(byTime),
    interviews,
  };
  return JSON.stringify({ ...file, ...(settings && { settings }), bets });
}

function parse(text: string): unknown {
  if (text.length > LARGEST) throw new ImportError(words.tooLarge(LARGEST / 1e6));
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportError(words.notJson());
  }
}

/** Is it a file of this book, of a version that can be read? */
function checkVersion(value: unknown): void {
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined;
  const [, version] = /^inflight\.memory\/(\d{1,6})$/.exec(typeof schema === 'string' ? schema : '') ?? [];
  if (!version || Number(version) < 1) throw new ImportError(words.notOurs());
  if (Number(version) > VERSION) throw new ImportError(words.newer(Number(version), VERSION));
}

/** `reviews[3].rating` */
const pathOf = (path: readonly { key: unknown }[] = []): string =>
  path.map(({ key }, i) => (typeof key === 'number' ? `[${key}]` : i > 0 ? `.${String(key)}` : String(key))).join('');

const MOST_SHOWN = 60;

function shownValue(input: unknown): string {
  const text = JSON.stringify(input) ?? words.missing();
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** The value as the schema has it; `from`: what precedes its path. */
function check<S extends v.GenericSchema>(schema: S, value: unknown, from: readonly { key: unknown }[] = []) {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const where = pathOf([...from, ...(issue.path ?? [])]);
  throw new ImportError(words.damaged(where, shownValue(issue.input), words.allowed(issue)));
}

const SLICE = 4000;

/** A turn for the page. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** What the file holds; throws ImportError. A large one is checked bit by bit, and the page stays alive. */
export async function read(text: string, now: number): Promise<File> {
  const value = parse(text);
  checkVersion(value);
  await breathe();
  const { reviews: unchecked, settings, ...rest } = check(fileAt(now), value);
  const schema = reviewAt(now);
  const reviews: Review[] = [];
  for (let i = 0; i < unchecked.length; i++) {
    if (i % SLICE === SLICE - 1) await breathe();
    reviews.push(check(schema, unchecked[i], [{ key: 'reviews' }, { key: i }]));
  }
  return { ...rest, reviews, settings };
}
