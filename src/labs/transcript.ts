import * as v from 'valibot';
import { HOSTS } from '../machine/hosts';

/** The longest session that is replayed, in s of the machine’s time. */
export const LONGEST_S = 7200;

/** The most that may have been typed, in pieces and in characters of each. */
const MOST_PIECES = 20_000;
const MOST_CHARACTERS = 10_000;

const at = v.pipe(v.number(), v.finite(), v.minValue(0));
const cells = v.pipe(v.number(), v.integer(), v.minValue(10), v.maxValue(500));

const typed = v.strictObject({
  at,
  host: v.picklist(HOSTS),
  text: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MOST_CHARACTERS)),
});
const checked = v.strictObject({ at, check: v.literal(true) });

const did = v.union([typed, checked]);
export type Did = v.InferOutput<typeof did>;

const isInOrder = (all: Did[]): boolean => all.every(({ at }, place) => place === 0 || at >= all[place - 1]!.at);

/**
 * What was done in a lab: the keys and the checks, each with the machine’s time in ns. It is all that a replay needs; of
 * what happened it says nothing.
 */
const schema = v.strictObject({
  lab: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  /** SHA-256 of the state that the machine began with. */
  machine: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** Of the terminals. */
  size: v.strictObject({ cols: cells, rows: cells }),
  did: v.pipe(
    v.array(did),
    v.maxLength(MOST_PIECES, 'too much was typed'),
    v.check(isInOrder, 'not in the order of its times'),
    v.check((all: Did[]) => all.some((each) => 'check' in each), 'nothing was checked'),
  ),
});

export type Transcript = v.InferOutput<typeof schema>;
export type Size = Transcript['size'];

/** `began`: the machine’s time when its state was saved. */
export function parseTranscript(given: unknown, began: number): Transcript {
  const read = v.safeParse(schema, given);
  if (!read.success) {
    const [issue] = read.issues;
    throw new Error(`This isn’t a transcript of a lab: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
  }
  const { did } = read.output;
  if (did[0]!.at < began) throw new Error('This transcript begins before its machine was switched on.');
  if (did.at(-1)!.at > began + LONGEST_S * 1e9) {
    throw new Error(`This session is longer than the ${LONGEST_S / 3600} hours that are replayed.`);
  }
  return read.output;
}
