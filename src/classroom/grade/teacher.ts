import * as v from 'valibot';

/** What the teacher wrote for who marks a question. */
export interface Guidance {
  solution: string;
  marking: string;
}

const guidance = { solution: v.optional(v.string(), ''), marking: v.optional(v.string(), '') };

const shape = v.object({
  questions: v.array(
    v.object({
      id: v.string(),
      ...guidance,
      reason: v.optional(v.object(guidance)),
    }),
  ),
});

/** What the id of a question's reason ends with (`inflight/classroom/kinds/text.py`). */
const WHY = '-why';

/** By question; of an assignment's file that Python has read. */
export function guidanceIn(text: string): Map<string, Guidance> {
  const found = v.safeParse(v.pipe(v.string(), v.parseJson(), shape), text);
  if (!found.success) return new Map();
  return new Map(
    found.output.questions.flatMap(({ id, reason, ...rest }): [string, Guidance][] => [
      [id, rest],
      ...(reason ? [[`${id}${WHY}`, reason] as [string, Guidance]] : []),
    ]),
  );
}
