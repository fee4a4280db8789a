/** What may come out of the sandbox. A reader's code can send anything, and a page draws only what has the right shape. */
import * as v from 'valibot';
import type { ColumnHead, SentHead } from '../../model/contract';
import type { FromWorker } from '../messages';

/** More than a figure can show; a page must not choke on it. */
const MOST = { text: 20_000, entries: 5000, values: 5_000_000, answer: 4 * 2 ** 20 };

const text = v.pipe(v.string(), v.maxLength(MOST.text));
const list = <T extends v.GenericSchema>(of: T) => v.pipe(v.array(of), v.maxLength(MOST.entries));
const number = v.number();

const column = v.object({
  name: text,
  unit: text,
  meaning: text,
  // It names a variable of the style sheet.
  quantity: v.pipe(v.string(), v.regex(/^[a-z]+$/)),
  words: v.optional(list(text)),
});

type AnyColumn = Omit<ColumnHead, 'quantity'>;

const head = v.object({
  experiment: text,
  parameters: v.record(text, v.union([number, text, v.boolean()])),
  seed: number,
  events: list(v.object({ t: number, kind: text, text })),
  summary: v.record(text, v.object({ value: v.nullable(number), unit: text, label: text })),
  sentence: text,
  end: v.optional(number),
  commands: list(v.object({ title: text, lines: list(text) })),
  columns: list(column),
  tables: v.record(text, list(column)),
}) satisfies v.GenericSchema<
  unknown,
  Omit<SentHead, 'columns' | 'tables'> & { columns: AnyColumn[]; tables: Record<string, AnyColumn[]> }
>;

const json = v.pipe(v.string(), v.maxLength(50 * MOST.text), v.parseJson(), head);

const values = v.pipe(
  v.instance(Float64Array),
  v.check(({ length }) => length <= MOST.values),
);
const id = v.pipe(number, v.safeInteger());
const result = {
  id,
  progress: number,
  head: json,
  columns: list(v.strictTuple([text, values])),
  tables: list(v.strictTuple([text, text, values])),
};

/** An answer is for Python to judge: whatever is in it, here it is a text, of a size that a page can take. */
const answer = v.pipe(v.string(), v.maxBytes(MOST.answer));

const fromWorker = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('failed'), reason: text }),
  v.object({ type: v.literal('broken'), reason: text }),
  v.object({ type: v.literal('memory'), memory: v.instance(ArrayBuffer) }),
  v.object({ type: v.literal('cancelled'), id }),
  v.object({ type: v.literal('held'), id }),
  v.object({ type: v.literal('alive'), id, progress: v.optional(number) }),
  v.object({ type: v.literal('answer'), id, text: answer }),
  v.object({ type: v.literal('partial'), ...result }),
  v.object({ type: v.literal('done'), ...result }),
  v.object({ type: v.literal('error'), id, message: text, mendable: v.boolean(), line: v.optional(number) }),
]);

/** Is it a message of the protocol, of a size that a page can take? */
export const isFromWorker = (data: unknown): data is FromWorker => v.is(fromWorker, data);
