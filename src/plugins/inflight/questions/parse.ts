/** Reads a file of questions (`docs/windows/why-slow.questions.yaml`) and says what is wrong with it. */
import { JSON_SCHEMA, load } from 'js-yaml';
import * as v from 'valibot';
import { LEVELS, TYPES } from '../../../model/questions';

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('it is empty'));
const value = v.union([v.string(), v.number(), v.boolean()]);
const id = v.pipe(text, v.regex(/^[a-z0-9][a-z0-9-]{2,39}$/, 'expected lower-case letters, digits and hyphens'));

/** A link to a figure; in `at` a question that the model answers may draw values (`draws.py`). */
const figure = v.strictObject({
  id: text,
  preset: v.optional(text),
  at: v.optional(v.record(v.string(), v.union([value, v.record(v.string(), v.unknown())]))),
});

const common = {
  id,
  section: text,
  type: v.picklist(TYPES),
  level: v.picklist(LEVELS),
  difficulty: v.picklist([1, 2, 3]),
  tags: v.pipe(v.array(text), v.minLength(1, 'expected a concept from docs/concepts.yaml'), v.maxLength(4)),
  facts: v.optional(v.array(text), []),
  sources: v.optional(v.array(text), []),
  figure: v.optional(
    v.union([
      v.pipe(
        text,
        v.transform((name): v.InferOutput<typeof figure> => ({ id: name })),
      ),
      figure,
    ]),
  ),
  text,
  output: v.optional(v.pipe(v.string(), v.nonEmpty('it is empty'))),
  why: text,
};

const goals = v.array(
  v.strictObject({ summary: text, at_least: v.optional(v.number()), at_most: v.optional(v.number()) }),
);

const recall = v.strictObject({ ...common, answer: text });

const number = v.strictObject({
  ...common,
  ask: v.union([
    v.strictObject({ summary: text }),
    v.strictObject({ smallest: text, goals }),
    v.strictObject({ largest: text, goals }),
    v.strictObject({ value: v.number(), unit: v.string() }),
  ]),
  tolerance: v.union([v.strictObject({ percent: v.number() }), v.strictObject({ plus_minus: v.number() })]),
  working: v.optional(
    v.pipe(v.array(text), v.minLength(2, 'expected at least two lines'), v.maxLength(6, 'expected at most six lines')),
  ),
});

const choice = v.strictObject({
  ...common,
  choices: v.pipe(
    v.array(v.strictObject({ text, right: v.optional(v.boolean(), false), why: v.optional(v.string(), '') })),
    v.minLength(2, 'expected at least two choices'),
  ),
  many: v.optional(v.boolean(), false),
});

/** The model says which setting is best. */
const modelled = v.strictObject({
  ...common,
  best: v.strictObject({ summary: text, most: v.boolean() }),
  choices: v.pipe(
    v.array(v.strictObject({ text, at: v.record(v.string(), value), why: v.optional(v.string(), '') })),
    v.minLength(2, 'expected at least two choices'),
  ),
});

const order = v.strictObject({
  ...common,
  items: v.pipe(v.array(text), v.minLength(3, 'expected at least three items')),
  distractors: v.optional(v.array(text), []),
});

const setting = v.strictObject({ ...common, free: v.array(text), goals });

const myth = v.strictObject({ ...common, is: v.picklist(['myth', 'fact']) });

const ladder = v.strictObject({
  ...common,
  ladder: v.strictObject({
    sides: v.tuple([text, text]),
    rows: v.pipe(
      v.array(
        v.strictObject({
          from: v.picklist(['left', 'right']),
          text,
          note: v.optional(text),
          lost: v.optional(v.boolean(), false),
          hide: v.optional(v.boolean(), false),
        }),
      ),
      v.minLength(2, 'expected at least two rows'),
      v.check((rows) => rows.some(({ hide }) => hide), 'expected a row to fill in (hide: true)'),
    ),
    others: v.optional(v.array(text), []),
  }),
});

const open = v.strictObject({
  ...common,
  answers: v.strictObject({ junior: text, senior: text, staff: text }),
  marking: v.pipe(
    v.array(v.strictObject({ level: v.picklist(LEVELS), say: text })),
    v.minLength(3, 'expected at least three points'),
  ),
  follow_ups: v.pipe(
    v.array(v.strictObject({ text, answer: text })),
    v.length(2, 'expected two questions that an interviewer asks next'),
  ),
});

/** By the field that only this form has. */
const FORMS = {
  answer: recall,
  ask: number,
  best: modelled,
  choices: choice,
  items: order,
  free: setting,
  is: myth,
  ladder,
  answers: open,
};
type Field = keyof typeof FORMS;

/** Which forms a type of question may take: its name has to be true. */
const ALLOWED: Record<(typeof TYPES)[number], readonly Field[]> = {
  recall: ['answer', 'choices'],
  numeric: ['ask'],
  sum: ['ask'],
  next: ['choices', 'best', 'items'],
  ladder: ['ladder'],
  output: ['choices', 'ask'],
  design: ['free', 'ask', 'best', 'choices'],
  myth: ['is'],
  open: ['answers'],
};

type Read<F extends Field> = { field: F } & v.InferOutput<(typeof FORMS)[F]>;
/** A question as its file has it, told by the field that only its form has. */
export type Entry = { [F in Field]: Read<F> }[Field];

/** What is wrong with how a sum is worked out, or with one that isn't. */
function wrongWithSum({ type, ask, tolerance, working }: Read<'ask'>): string[] {
  if (type !== 'sum') return working ? ['working: only a sum is worked out line by line (type: sum)'] : [];
  if (!working) return ['working: expected the lines of a whiteboard'];
  if (!('value' in ask)) return ['ask: a sum’s numbers are given, so its answer is too: expected value and unit'];
  const { value, unit } = ask;
  const last = working.at(-1)!;
  const [, said] =
    /(-?\d[\d,]*(?:\.\d+)?)$/.exec(last.endsWith(unit) ? last.slice(0, -unit.length || undefined).trim() : '') ?? [];
  const most = 'percent' in tolerance ? (Math.abs(value) * tolerance.percent) / 100 : tolerance.plus_minus;
  const isRight = said !== undefined && Math.abs(Number(said.replaceAll(',', '')) - value) <= most;
  return isRight ? [] : [`working: the last line ends in “${last.slice(-20)}”, not in the answer, ${value} ${unit}`];
}

/** Is the answer taken from a run of the figure? */
export const needsFigure = (entry: Entry): boolean =>
  entry.field === 'best' || entry.field === 'free' || (entry.field === 'ask' && !('value' in entry.ask));

function parseEntry(raw: unknown): { entry?: Entry; wrong: string[] } {
  const fields = typeof raw === 'object' && raw !== null ? Object.keys(raw) : [];
  const field = (Object.keys(FORMS) as Field[]).find((each) => fields.includes(each));
  if (!field) return { wrong: [`it has no answer: it needs one of ${Object.keys(FORMS).join(', ')}`] };
  const parsed = v.safeParse(FORMS[field] as v.GenericSchema<unknown, v.InferOutput<typeof recall>>, raw);
  if (!parsed.success)
    return { wrong: parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole entry'}: ${issue.message}`) };
  const entry = { field, ...parsed.output } as Entry;
  const wrong: string[] = [];
  if (entry.facts.length + entry.sources.length === 0)
    wrong.push('facts, sources: say what the answer rests on, a row of docs/facts.json or a source');
  if (!ALLOWED[entry.type].includes(field))
    wrong.push(
      `type: a question with \`${field}\` can’t be ${entry.type}; ${entry.type} has ${ALLOWED[entry.type].join(' or ')}`,
    );
  if (!entry.figure && needsFigure(entry)) wrong.push('figure: the answer comes from a run, so say of which figure');
  if (entry.type === 'output' && !entry.output) wrong.push('output: expected the lines of the terminal');
  if (entry.field === 'choices' && !entry.choices.some(({ right }) => right))
    wrong.push('choices: none of them is right');
  if (entry.field === 'ask') wrong.push(...wrongWithSum(entry));
  return { entry, wrong };
}

/** The questions of a file, and what is wrong with them, a sentence for each mistake. */
export function parseQuestions(yaml: string, file: string): { entries: Entry[]; mistakes: string[] } {
  let content: unknown;
  try {
    content = load(yaml, { schema: JSON_SCHEMA, filename: file });
  } catch (error) {
    // The first lines name the place; the rest is the file once more.
    return { entries: [], mistakes: [String(error).split('\n\n')[0]!] };
  }
  if (!Array.isArray(content)) return { entries: [], mistakes: [`${file}: expected a list of questions`] };
  const mistakes: string[] = [];
  const entries = content.flatMap((raw: unknown, place): Entry[] => {
    const { entry, wrong } = parseEntry(raw);
    const named = (raw as { id?: string } | null)?.id ?? `question ${place + 1}`;
    mistakes.push(...wrong.map((each) => `${file}, ${named}: ${each}`));
    return entry && wrong.length === 0 ? [entry] : [];
  });
  return { entries, mistakes };
}
