import * as v from 'valibot';
import type { Entry as Figure } from '../../../model/catalogue';
import type { Link } from '../../../model/reading';
import type { Finding, Step } from '../../../model/tree';
import type { BookLink } from './bookLink';
import { fields, listOf, parseContent, type Source, text } from './parseContent';

/** What findings lead to. */
export interface Targets {
  page: BookLink;
  figures: readonly Figure[];
  /** Names of entries of docs/knobs. */
  knobs: ReadonlySet<string>;
}

const stepShape = fields({
  command: v.optional(text),
  question: text,
  answers: listOf(fields({ text, then: text }), 2),
});
type StepEntry = v.InferOutput<typeof stepShape>;
type Entries = Readonly<Record<string, StepEntry | Finding>>;

const isStep = (entry: StepEntry | Finding): entry is StepEntry => 'question' in entry;

const figureIn = (figures: readonly Figure[]) =>
  v.pipe(
    fields({ id: text, preset: text }),
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }): Link => {
      const figure = figures.find(({ id }) => id === value.id);
      const preset = figure?.presets.find(({ id }) => id === value.preset);
      if (figure && preset)
        return { to: `/figures/${figure.id}/${preset.search}`, label: `${figure.title} · ${preset.name}` };
      const named = (all: readonly { id: string }[]): string => all.map(({ id }) => id).join(', ');
      const message = figure
        ? `${value.id} has no preset ${value.preset}; it has ${named(figure.presets)}`
        : `there is no figure ${value.id}; the figures are ${named(figures)}`;
      addIssue({ message });
      return NEVER;
    }),
  );

const findingShape = ({ page, figures, knobs }: Targets) =>
  fields({
    cause: text,
    cure: text,
    figure: figureIn(figures),
    chapter: page,
    story: v.optional(
      v.pipe(
        text,
        v.transform((name) => `cases/${name}`),
        page,
      ),
    ),
    knobs: listOf(
      v.pipe(
        text,
        v.check(
          (name) => knobs.has(name),
          ({ input }) => `docs/knobs has no entry ${input}`,
        ),
      ),
    ),
  });

function wrongWithStep({ command, answers }: StepEntry, isFirst: boolean, ids: readonly string[]): string[] {
  const texts = answers.map((answer) => answer.text);
  return [
    ...(isFirst && command !== undefined ? ['command: nothing is measured yet at the first step'] : []),
    ...(!isFirst && command === undefined ? ['"command" is missing; only the first step has none'] : []),
    ...texts.filter((each, i) => texts.indexOf(each) < i).map((each) => `answers, ${each}: it appears twice`),
    ...answers
      .filter(({ then }) => !ids.includes(then))
      .map(
        (answer) =>
          `answers, ${answer.text}, then: there is no entry ${answer.then}; the entries are ${ids.join(', ')}`,
      ),
  ];
}

/** Entries to which no answer leads, and those that lead back to themselves. */
function lostWays(entries: Entries, first: string): string[] {
  const reached = new Set<string>();
  const circles: string[] = [];
  const walk = (id: string, way: readonly string[]): void => {
    if (way.includes(id)) {
      circles.push(
        `${id}: it leads back to itself, via ${way.slice(way.indexOf(id) + 1).join(', ') || 'its own answer'}`,
      );
      return;
    }
    reached.add(id);
    const entry = entries[id];
    if (entry && isStep(entry)) for (const { then } of entry.answers) walk(then, [...way, id]);
  };
  walk(first, []);
  const unreached = Object.keys(entries).filter((id) => !reached.has(id));
  return [...new Set(circles), ...unreached.map((id) => `${id}: no answer leads to it`)];
}

function wrongWith(entries: Entries): string[] {
  const ids = Object.keys(entries);
  const [first] = ids;
  if (first === undefined || !isStep(entries[first]!)) return ['the first entry: expected a step with a question'];
  const steps = ids.flatMap((id) => {
    const entry = entries[id]!;
    return isStep(entry) ? wrongWithStep(entry, id === first, ids).map((wrong) => `${id}, ${wrong}`) : [];
  });
  return [...steps, ...lostWays(entries, first)];
}

/** The first step of docs/tree.yaml, with all that follows from it. */
export function parseTree(source: Source, targets: Targets): Step {
  const finding = findingShape(targets);
  const entry = v.lazy((raw) => (raw !== null && typeof raw === 'object' && 'question' in raw ? stepShape : finding));
  const shape = v.record(v.string(), entry, 'expected steps and findings by name');
  const entries = parseContent(shape, source, wrongWith);
  const grow = ({ answers, ...step }: StepEntry): Step => ({
    ...step,
    answers: answers.map((answer) => {
      const next = entries[answer.then]!;
      return { text: answer.text, then: isStep(next) ? grow(next) : next };
    }),
  });
  return grow(Object.values(entries)[0] as StepEntry);
}
