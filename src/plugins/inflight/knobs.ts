import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import * as v from 'valibot';
import type { Claims } from '../../model/claims';
import type { Experiment } from '../../model/contract';
import type { Chapter } from '../../model/gallery';
import {
  anchorOf,
  compareVersions,
  KINDS,
  type Knob,
  type KnobEntry,
  type KnobKind,
  nameOf,
  versionIn,
  writtenNames,
} from '../../model/knobs';
import type { Facts } from './facts';

export type Entry = KnobEntry & { kind: KnobKind };

/** What the entries speak of and must not miss. */
export interface Known {
  experiments: readonly Experiment[];
  facts: Facts;
}

const text = v.pipe(v.string(), v.trim(), v.nonEmpty('it is empty'));
// YAML knows no empty text but null.
const perhaps = v.pipe(
  v.nullable(v.string()),
  v.transform((value) => value ?? ''),
);
const texts = v.array(text);

const entry = v.strictObject({
  name: text,
  also: v.optional(texts, []),
  unit: perhaps,
  summary: text,
  defaults: v.array(
    v.strictObject({
      value: text,
      since: v.pipe(perhaps, v.regex(/^(≤?\d+\.\d+(\.\d+)?)?$/, "expected a kernel version, or ''")),
      note: v.optional(text),
    }),
  ),
  limits: text,
  touch: text,
  leave: text,
  see: texts,
  figure: v.optional(text),
  facts: v.optional(texts, []),
  sources: v.pipe(texts, v.minLength(1, 'a source is needed')),
}) satisfies v.GenericSchema<unknown, KnobEntry>;

/** The entries of a file, and what is wrong with them, a sentence for each mistake. */
export function parseKnobs(yaml: string, kind: KnobKind, known: Known): { entries: Entry[]; mistakes: string[] } {
  const file = `docs/knobs/${kind}.yaml`;
  // All values are texts: 3.10 is a version and 0x1 a mask, and both stay what they are.
  const content = load(yaml, { schema: FAILSAFE_SCHEMA, filename: file });
  if (!Array.isArray(content)) return { entries: [], mistakes: [`${file}: expected a list of entries`] };
  const mistakes: string[] = [];
  const entries = content.flatMap((raw: unknown, place): Entry[] => {
    const named = (raw as Partial<KnobEntry> | null)?.name ?? `entry ${place + 1}`;
    const parsed = v.safeParse(entry, raw);
    if (parsed.success) {
      mistakes.push(...wrongWith(parsed.output, known).map((wrong) => `${file}, ${named}: ${wrong}`));
      return [{ ...parsed.output, kind }];
    }
    mistakes.push(
      ...parsed.issues.map(
        (issue) => `${file}, ${named}: ${v.getDotPath(issue) ?? 'the whole entry'}: ${issue.message}`,
      ),
    );
    return [];
  });
  return { entries, mistakes };
}

/** What the shape of an entry does not show. */
function wrongWith({ defaults, figure, facts }: KnobEntry, known: Known): string[] {
  const versions = defaults.flatMap(({ since }) => versionIn(since) ?? []);
  const ordered = versions.every((since, i) => i === 0 || compareVersions(versions[i - 1]!, since) < 0);
  return [
    ...(ordered ? [] : [`defaults: ${versions.join(', ')} is not in order, oldest first`]),
    ...(figure === undefined || known.experiments.some(({ id }) => id === figure)
      ? []
      : [`figure: there is no experiment ${figure}`]),
    ...facts.filter((row) => !(row in known.facts)).map((row) => `facts: docs/facts.json has no ${row}`),
  ];
}

/** What is wrong with all entries together: names there twice, and sliders whose knob nobody has written about. */
export function wrongTogether(entries: readonly Entry[], experiments: readonly Experiment[]): string[] {
  const owner = new Map<string, string>();
  const mistakes: string[] = [];
  for (const { kind, name, also } of entries)
    for (const each of [name, ...also]) {
      const anchor = anchorOf(each);
      const other = owner.get(anchor);
      if (other !== undefined)
        mistakes.push(`docs/knobs/${kind}.yaml, ${name}: #${anchor} already belongs to ${other}`);
      owner.set(anchor, name);
    }
  const names = new Set(entries.flatMap(({ name, also }) => [name, ...also]));
  const missing = new Map<string, string[]>();
  for (const { id, parameters } of experiments)
    for (const { name, knob } of parameters)
      for (const each of writtenNames(knob).map(nameOf))
        if (!names.has(each)) missing.set(each, [...(missing.get(each) ?? []), `${id}.${name}`]);
  for (const [knob, sliders] of missing)
    mistakes.push(`docs/knobs has no entry ${knob}, which ${sliders.join(', ')} turns`);
  return mistakes;
}

/** All that stands in docs/knobs, the kinds in their order and the names of each sorted. Fails with every mistake. */
export function readKnobs(site: string, experiments: readonly Experiment[]): Entry[] {
  const facts = JSON.parse(readFileSync(join(site, 'docs/facts.json'), 'utf8')) as Facts;
  const read = KINDS.map((kind) => {
    const file = join(site, `docs/knobs/${kind}.yaml`);
    return existsSync(file)
      ? parseKnobs(readFileSync(file, 'utf8'), kind, { experiments, facts })
      : { entries: [], mistakes: [] };
  });
  const entries = read.flatMap((each) => each.entries.sort((a, b) => a.name.localeCompare(b.name, 'en')));
  const mistakes = [...read.flatMap((each) => each.mistakes), ...wrongTogether(entries, experiments)];
  if (mistakes.length > 0) throw new Error(`The reference of knobs:\n${mistakes.join('\n')}`);
  return entries;
}

/** Each entry with the figures whose sliders turn it, their chapters, and what people say of it. */
export function joinKnobs(
  entries: readonly Entry[],
  experiments: readonly Experiment[],
  chapters: ReadonlyMap<string, Chapter[]>,
  { claims }: Claims,
): Knob[] {
  return entries.map(({ figure, facts, ...rest }) => {
    const names = [rest.name, ...rest.also];
    const turned = experiments.filter(({ parameters }) =>
      parameters.some(({ knob }) => writtenNames(knob).some((each) => names.includes(nameOf(each)))),
    );
    const best = experiments.filter(({ id }) => id === figure);
    const figures = [...new Set([...best, ...turned])].map(({ id, title }) => ({ id, title }));
    const shown = figures.flatMap(({ id }) => chapters.get(id) ?? []);
    return {
      ...rest,
      anchor: anchorOf(rest.name),
      figures,
      chapters: [...new Map(shown.map((chapter) => [chapter.url, chapter])).values()],
      facts: claims
        .filter(({ id }) => facts.includes(id))
        .map(({ id, claim, verdict, url }) => ({ id, claim, verdict, url })),
    };
  });
}
