/** Makes cards of what a chapter's file of questions says. */
import { createHash } from 'node:crypto';
import type { Params, Posed } from '../../../model/contract';
import type { Card, FigureLink, LadderRow } from '../../../model/questions';
import { type Entry, needsFigure } from './parse';

const byHash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Texts in an order that tells nobody anything. */
const neutral = (texts: readonly string[]): string[] =>
  [...new Set(texts)]
    .map((text) => [byHash(text), text] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text);

type Marked = Exclude<Entry, { field: 'answer' | 'ladder' | 'answers' }>;

/** A myth or a fact is a choice of the two. */
const VERDICTS = { myth: 'A myth.', fact: 'A fact.' };

/** Fields of the classroom's kinds (`inflight/classroom/kinds`). */
function kindOf(entry: Marked): Record<string, unknown> {
  switch (entry.field) {
    case 'ask':
      return { kind: 'numeric', ask: entry.ask, tolerance: entry.tolerance };
    case 'choices':
      return {
        kind: 'choice',
        many: entry.many,
        choices: entry.choices.map(({ text, right }) => ({ text, ...(right && { right }) })),
      };
    case 'best':
      return { kind: 'choice', best: entry.best, choices: entry.choices.map(({ text, at }) => ({ text, at })) };
    case 'items':
      return { kind: 'order', items: entry.items, distractors: entry.distractors };
    case 'free':
      return { kind: 'setting', free: entry.free, goals: entry.goals };
    case 'is':
      return {
        kind: 'choice',
        choices: (['myth', 'fact'] as const).map((each) => ({
          text: VERDICTS[each],
          ...(entry.is === each && { right: true }),
        })),
      };
  }
}

const isDrawn = (at: Record<string, unknown> = {}): boolean =>
  Object.values(at).some((each) => typeof each === 'object' && each !== null);

/** The question as the classroom's Python reads it. */
function questionOf(entry: Marked): Record<string, unknown> {
  const { id, text, why, figure } = entry;
  return {
    id,
    ...kindOf(entry),
    text,
    solution: why,
    ...(needsFigure(entry) || isDrawn(figure?.at)
      ? { figure: { ...figure, show: entry.field === 'free' ? 'always' : 'after' } }
      : {}),
  };
}

function reasonsOf(entry: Marked, { question }: Posed): string[] {
  if (question.kind !== 'choice' || !('choices' in entry)) return [];
  const why = new Map(entry.choices.map((each) => [each.text, each.why]));
  const places = [...question.choices].sort((a, b) => a.place - b.place);
  return places.map(({ text }) => why.get(text) ?? '');
}

/** What the link to the figure sets: what was drawn, as far as the question says anything about it. */
function linkOf({ figure }: Entry, example?: Posed): { figure?: FigureLink } {
  if (!figure) return {};
  const { id, preset, at } = figure;
  const values = example?.question.figure?.values;
  const plain = at && Object.fromEntries(Object.keys(at).map((name) => [name, values?.[name] ?? at[name]]));
  return { figure: { id, ...(preset !== undefined && { preset }), ...(plain && { at: plain as Params }) } };
}

/** What Python is asked about an entry (`desk.py:card`), as JSON; nothing where it has no say. */
export function questionFor(entry: Entry): string | undefined {
  if (entry.field === 'answer' || entry.field === 'ladder' || entry.field === 'answers') return undefined;
  return JSON.stringify(questionOf(entry));
}

/** The card of an entry; `chapter` as in `windows/why-slow`. `example`: its question as Python posed it. */
export function cardOf(entry: Entry, chapter: string, example?: Posed): Card {
  const { id, type, level, difficulty, tags, facts, sources, section, text, output, why } = entry;
  const common = {
    id,
    type,
    level,
    difficulty,
    tags,
    facts,
    sources,
    chapter,
    section,
    text,
    ...(output !== undefined && { output }),
    why,
    ...linkOf(entry),
  };
  switch (entry.field) {
    case 'answer':
      return { ...common, form: 'recall', answer: entry.answer };
    case 'ladder': {
      const rows: LadderRow[] = entry.ladder.rows.map(({ from, text: said, note, lost, hide }) => ({
        from,
        text: said,
        ...(note !== undefined && { note }),
        isLost: lost,
        isHidden: hide,
      }));
      const hidden = rows.filter(({ isHidden }) => isHidden).map((row) => row.text);
      return {
        ...common,
        form: 'ladder',
        sides: entry.ladder.sides,
        rows,
        options: neutral([...hidden, ...entry.ladder.others]),
      };
    }
    case 'answers':
      return {
        ...common,
        form: 'open',
        answers: entry.answers,
        marking: entry.marking,
        followUps: entry.follow_ups,
      };
    default: {
      if (!example) throw new Error(`${entry.id}: Python didn’t pose it`);
      const isFresh = isDrawn(entry.figure?.at);
      return {
        ...common,
        form: 'marked',
        text: example.question.text,
        why: example.solution,
        ...linkOf(entry, example),
        question: isFresh || entry.field === 'free' ? JSON.stringify(questionOf(entry)) : '',
        isFresh,
        example,
        reasons: reasonsOf(entry, example),
        ...(entry.field === 'ask' && entry.working && { working: entry.working }),
      };
    }
  }
}
