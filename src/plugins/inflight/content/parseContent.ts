/** Reads a file of content, and says of every mistake in which entry it is, and what is allowed there. */
import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import * as v from 'valibot';

/** A file as it was read: `docs/glossary.yaml`, and what stands in it. */
export interface Source {
  file: string;
  yaml: string;
}

/** What stands between backticks is code. */
export const text = v.pipe(
  v.string('expected a text'),
  v.trim(),
  v.nonEmpty('it is empty'),
  v.check((value) => value.split('`').length % 2 === 1, 'backticks come in pairs'),
);

/** An object with these fields and no others. */
export const fields = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.strictObject(entries, ({ expected, received }) => {
    const known = Object.keys(entries).join(', ');
    if (expected === 'Object') return `expected an entry with ${known}`;
    return expected === 'never' ? `there is no field ${received}; the fields are ${known}` : `${expected} is missing`;
  });

/** A list of at least so many. */
export const listOf = <Item extends v.GenericSchema>(item: Item, least = 1) =>
  v.pipe(v.array(item, 'expected a list'), v.minLength(least, `expected ${least} or more`));

/** What an entry calls itself says more than its number. */
function nameOf({ key, value }: v.IssuePathItem): string {
  const { name, text } = (value ?? {}) as Record<string, unknown>;
  const own = [name, text].find((each) => typeof each === 'string');
  return typeof key === 'number' ? String(own ?? `entry ${key + 1}`) : String(key);
}

/**
 * @param wrongWith what the shape does not show, a sentence for each mistake
 * @throws with all of them
 */
export function parseContent<Shape extends v.GenericSchema>(
  shape: Shape,
  { file, yaml }: Source,
  wrongWith: (content: v.InferOutput<Shape>) => string[] = () => [],
): v.InferOutput<Shape> {
  // All values are texts: a word may be `null`, and an answer `no`.
  const parsed = v.safeParse(shape, load(yaml, { schema: FAILSAFE_SCHEMA, filename: file }));
  const mistakes = parsed.success
    ? wrongWith(parsed.output).map((wrong) => `${file}, ${wrong}`)
    : parsed.issues.map(({ path = [], message }) => `${[file, ...path.map(nameOf)].join(', ')}: ${message}`);
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return parsed.output as v.InferOutput<Shape>;
}
