import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import * as v from 'valibot';
import { COUNTER_GROUPS, type Counter, type FieldEntry, type Link, type ToolOutput } from '../../model/reading';
import { place } from './place';

/** Finds the link that `see` names; undefined: there is no such place. */
export type Resolve = (see: string) => Link | undefined;

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('it is empty'));
const perhaps = v.optional(v.pipe(v.string(), v.trim()), '');
const texts = v.optional(v.array(text), []);
// All values are texts (see FAILSAFE_SCHEMA).
const number = v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d*$/), v.transform(Number)));

const field = v.strictObject({ name: text, unit: perhaps, means: text, worry: perhaps, see: texts });
const tool = v.strictObject({
  fields: v.record(v.string(), field),
  outputs: v.array(
    v.strictObject({
      id: v.pipe(text, v.regex(/^[a-z0-9-]+$/)),
      title: text,
      command: text,
      from: text,
      wrap: v.optional(v.picklist(['yes', 'no']), 'no'),
      text: v.pipe(
        v.string(),
        v.transform((value) => value.replace(/[ \t]+$/gm, '').replace(/\n+$/, '')),
        v.nonEmpty('it is empty'),
      ),
      spans: v.array(v.strictObject({ field: text, text, nth: number, here: perhaps })),
    }),
  ),
});
const counters = v.array(
  v.strictObject({
    name: text,
    group: v.picklist(COUNTER_GROUPS),
    shown: text,
    counts: text,
    source: text,
    worry: text,
    figures: texts,
    see: texts,
  }),
);

export type Tool = v.InferOutput<typeof tool>;
export type CounterEntry = v.InferOutput<typeof counters>[number];

/** Reads YAML of a known shape; throws with every mistake. */
function parsed<Shape extends v.GenericSchema>(shape: Shape, file: string, yaml: string): v.InferOutput<Shape> {
  const result = v.safeParse(shape, load(yaml, { schema: FAILSAFE_SCHEMA, filename: file }));
  if (result.success) return result.output;
  throw new Error(result.issues.map((issue) => `${file}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`).join('\n'));
}

export const parseTool = (file: string, yaml: string): Tool => parsed(tool, file, yaml);
export const parseCounters = (file: string, yaml: string): CounterEntry[] => parsed(counters, file, yaml);

/** The outputs of a tool for its page, and what is wrong with them, a sentence for each mistake. */
export function outputsOf({ fields, outputs }: Tool, resolve: Resolve): { outputs: ToolOutput[]; mistakes: string[] } {
  const mistakes: string[] = [];
  const used = new Set<string>();
  const linked = (whose: string, see: readonly string[]): Link[] =>
    see.flatMap((each) => {
      const link = resolve(each);
      if (!link) mistakes.push(`${whose}: there is no ${each} to see`);
      return link ?? [];
    });
  const links = new Map(Object.entries(fields).map(([key, { see }]) => [key, linked(key, see)]));
  const made = outputs.map(({ spans, wrap, text: whole, ...rest }): ToolOutput => {
    const cut = place(whole, spans);
    mistakes.push(...cut.mistakes.map((mistake) => `${rest.id}: ${mistake}`));
    const notes = spans.flatMap(({ field: key, text: at, here }) => {
      used.add(key);
      const known = fields[key];
      if (known)
        return {
          at,
          name: known.name,
          unit: known.unit,
          means: known.means,
          worry: known.worry,
          here,
          links: links.get(key)!,
        };
      mistakes.push(`${rest.id}: there is no field ${key}`);
      return [];
    });
    return { ...rest, wrap: wrap === 'yes', pieces: cut.pieces, notes };
  });
  mistakes.push(
    ...Object.keys(fields)
      .filter((key) => !used.has(key))
      .map((key) => `${key}: no output shows it`),
  );
  const ids = outputs.map(({ id }) => id);
  mistakes.push(...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `${id} appears twice`));
  return { outputs: made, mistakes };
}

/** The fields of all tools by `ss:cwnd`. What `see` does not find, `outputsOf` complains about. */
export const fieldsOf = (tools: ReadonlyMap<string, Tool>, resolve: Resolve): Record<string, FieldEntry> =>
  Object.fromEntries(
    [...tools].flatMap(([name, { fields }]) =>
      Object.entries(fields).map(([key, { see, ...rest }]) => [
        `${name}:${key}`,
        { ...rest, links: see.flatMap((each) => resolve(each) ?? []) },
      ]),
    ),
  );

/** The counters for their table, and what is wrong with them. */
export function countersOf(
  entries: readonly CounterEntry[],
  resolve: Resolve,
): { counters: Counter[]; mistakes: string[] } {
  const mistakes: string[] = [];
  const all = (name: string, see: readonly string[]): Link[] =>
    see.flatMap((each) => {
      const link = resolve(each);
      if (!link) mistakes.push(`${name}: there is no ${each} to see`);
      return link ?? [];
    });
  const made = entries.map(({ figures, see, ...rest }) => ({
    ...rest,
    figures: all(
      rest.name,
      figures.map((id) => `figure:${id}`),
    ),
    links: all(rest.name, see),
  }));
  const names = entries.map(({ name }) => name);
  mistakes.push(...names.filter((name, i) => names.indexOf(name) !== i).map((name) => `${name} appears twice`));
  return { counters: made, mistakes };
}

/** Every file of docs/outputs by its name: `ss`. */
export function readTools(site: string): Map<string, Tool> {
  const folder = join(site, 'docs/outputs');
  return new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .sort()
      .map((name) => [parse(name).name, parseTool(`docs/outputs/${name}`, readFileSync(join(folder, name), 'utf8'))]),
  );
}

export const readCounters = (site: string): CounterEntry[] =>
  parseCounters('docs/counters.yaml', readFileSync(join(site, 'docs/counters.yaml'), 'utf8'));
