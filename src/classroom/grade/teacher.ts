import * as v from 'valibot';

/** What the teacher wrote for who marks a question. */
export interface Guidance {
  solution: string;
  marking: string;
}

const shape = v.object({
  questions: v.array(
    v.object({ id: v.string(), solution: v.optional(v.string(), ''), marking: v.optional(v.string(), '') }),
  ),
});

/** By question; of an assignment's file that Python has read. */
export function guidanceIn(text: string): Map<string, Guidance> {
  const found = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text);
  return new Map(found.success ? found.output.questions.map(({ id, ...rest }) => [id, rest]) : []);
}
