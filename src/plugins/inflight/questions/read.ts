import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FAILSAFE_SCHEMA, load } from 'js-yaml';
import * as v from 'valibot';
import type { Experiment, Posed } from '../../../model/contract';
import type { Card, Concept } from '../../../model/questions';
import type { Facts } from '../facts';
import { readChapter } from '../facts';
import { alike, TOO_ALIKE } from './alike';
import { cardOf, questionFor } from './cards';
import { type Entry, parseQuestions } from './parse';
import { messageOf } from '../../../runtime/errors';

export const SUFFIX = '.questions.yaml';

/** Files of questions, relative to the folder of the chapters. */
export const questionFiles = (docs: string): string[] =>
  existsSync(docs)
    ? readdirSync(docs, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(SUFFIX))
        .sort()
    : [];

/** docs/concepts.yaml: an id and a name for each. */
export function readConcepts(docs: string): Concept[] {
  const file = join(docs, 'concepts.yaml');
  const content = existsSync(file) ? load(readFileSync(file, 'utf8'), { schema: FAILSAFE_SCHEMA, filename: file }) : {};
  return Object.entries(v.parse(v.record(v.string(), v.string()), content)).map(([id, name]) => ({ id, name }));
}

/** The headings of the second level: cards stand at the end of what is below one. */
export const sectionsOf = (mdx: string): { id: string; heading: string }[] =>
  readChapter(mdx)
    .headings.filter(({ depth }) => depth === 2)
    .map(({ id, heading }) => ({ id, heading }));

export interface ChapterQuestions {
  /** `windows/why-slow` */
  chapter: string;
  entries: Entry[];
  mistakes: string[];
}

interface Known {
  concepts: ReadonlySet<string>;
  facts: Facts;
  experiments: ReadonlyMap<string, Experiment>;
}

/** What the shape of a question does not show. */
function wrongWith(entry: Entry, sections: readonly string[], { concepts, facts, experiments }: Known): string[] {
  const { section, tags, figure } = entry;
  const experiment = figure && experiments.get(figure.id);
  const presets = experiment?.presets.map(({ id }) => id) ?? [];
  return [
    ...(sections.includes(section) ? [] : [`section: the chapter has no #${section}; it has ${sections.join(', ')}`]),
    ...tags.filter((tag) => !concepts.has(tag)).map((tag) => `tags: docs/concepts.yaml has no ${tag}`),
    ...entry.facts.filter((row) => !(row in facts)).map((row) => `facts: docs/facts.json has no ${row}`),
    ...(!figure || experiment ? [] : [`figure: there is no experiment ${figure.id}`]),
    ...(figure?.preset === undefined || presets.includes(figure.preset)
      ? []
      : [`figure: ${figure.id} has no preset ${figure.preset}; it has ${presets.join(', ')}`]),
  ];
}

/** A chapter's questions, and what is wrong with them. */
export function readChapterQuestions(docs: string, file: string, known: Known): ChapterQuestions {
  const chapter = file.slice(0, -SUFFIX.length);
  const mdx = join(docs, `${chapter}.mdx`);
  const { entries, mistakes } = parseQuestions(readFileSync(join(docs, file), 'utf8'), `docs/${file}`);
  if (!existsSync(mdx))
    return { chapter, entries, mistakes: [...mistakes, `docs/${file}: there is no ${chapter}.mdx`] };
  const sections = sectionsOf(readFileSync(mdx, 'utf8')).map(({ id }) => id);
  const wrong = entries.flatMap((entry) =>
    wrongWith(entry, sections, known).map((each) => `docs/${file}, ${entry.id}: ${each}`),
  );
  return { chapter, entries, mistakes: [...mistakes, ...wrong] };
}

/** What is wrong with all questions together: ids there twice, and questions that are asked twice. */
export function wrongTogether(chapters: readonly ChapterQuestions[]): string[] {
  const all = chapters.flatMap(({ chapter, entries }) => entries.map((entry) => ({ chapter, entry })));
  return all.flatMap(({ chapter, entry }, place) =>
    all.slice(0, place).flatMap((other) => {
      const pair = `docs/${chapter}${SUFFIX}, ${entry.id}`;
      if (entry.id === other.entry.id) return [`${pair}: docs/${other.chapter}${SUFFIX} already has this id`];
      const likeness = alike(entry.text, other.entry.text);
      if (likeness <= TOO_ALIKE || entry.output !== other.entry.output) return [];
      return [`${pair}: asks the same as ${other.entry.id} (${Math.round(100 * likeness)}% of the words are the same)`];
    }),
  );
}

/** Poses a question, given as JSON, about an experiment or none (`desk.py:card`); rejects where the model has no answer. */
export type Pose = (question: string, experiment: string | undefined) => Promise<Posed>;

/** The questions of all chapters, by the order of their files. Fails with every mistake. */
export function readQuestions(site: string, experiments: readonly Experiment[]): ChapterQuestions[] {
  const docs = join(site, 'docs');
  const known: Known = {
    concepts: new Set(readConcepts(docs).map(({ id }) => id)),
    facts: JSON.parse(readFileSync(join(docs, 'facts.json'), 'utf8')) as Facts,
    experiments: new Map(experiments.map((each) => [each.id, each])),
  };
  const chapters = questionFiles(docs).map((file) => readChapterQuestions(docs, file, known));
  failWith([...chapters.flatMap((each) => each.mistakes), ...wrongTogether(chapters)]);
  return chapters;
}

/** A chapter's cards, with an example of each question. Fails with every question that the model cannot answer. */
export async function makeCards({ chapter, entries }: ChapterQuestions, pose: Pose): Promise<Card[]> {
  const mistakes: string[] = [];
  const made = entries.map(async (entry): Promise<Card[]> => {
    try {
      const question = questionFor(entry);
      return [cardOf(entry, chapter, question === undefined ? undefined : await pose(question, entry.figure?.id))];
    } catch (error) {
      mistakes.push(`docs/${chapter}${SUFFIX}, ${entry.id}: ${messageOf(error)}`);
      return [];
    }
  });
  const cards = (await Promise.all(made)).flat();
  failWith(mistakes);
  return cards;
}

function failWith(mistakes: readonly string[]): void {
  if (mistakes.length > 0) throw new Error(`The question bank:\n${mistakes.join('\n')}`);
}
