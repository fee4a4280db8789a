import * as v from 'valibot';

/** What is shown of a file besides its marks. Anything may stand there: what has another shape is left out. */
const shape = v.object({
  questions: v.fallback(
    v.record(
      v.string(),
      v.fallback(v.object({ answer: v.unknown(), attempts: v.fallback(v.number(), 0) }), {
        answer: undefined,
        attempts: 0,
      }),
    ),
    {},
  ),
  log: v.fallback(v.array(v.fallback(v.tuple([v.number(), v.string(), v.string()]), [0, '', ''])), []),
  started: v.fallback(v.string(), ''),
});

export type Submitted = v.InferOutput<typeof shape>;

const NOTHING: Submitted = { questions: {}, log: [], started: '' };

const schema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ schema: v.pipe(v.string(), v.startsWith('inflight.submission/')) }),
);

/** Is it what a student hands in? */
export const isSubmission = (text: string): boolean => v.is(schema, text);

/** What a file says; nothing of it is believed. */
export function submitted(text: string): Submitted {
  try {
    return v.parse(shape, JSON.parse(text));
  } catch {
    return NOTHING;
  }
}

/** What the log says of one question: its first and its last minute, and how many entries it has. */
export interface Visit {
  from: number;
  to: number;
  entries: number;
}

/** By question, in the order in which they were first met. */
export function visits({ log }: Submitted): Map<string, Visit> {
  const found = new Map<string, Visit>();
  for (const [seconds, , question] of log) {
    if (question === '') continue;
    const at = seconds / 60;
    const visit = found.get(question) ?? { from: at, to: at, entries: 0 };
    found.set(question, {
      from: Math.min(visit.from, at),
      to: Math.max(visit.to, at),
      entries: visit.entries + 1,
    });
  }
  return found;
}
