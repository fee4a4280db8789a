/** The question bank: its files, and that the book's own Python answers each question as it should. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Experiment, Marking, Posed } from '../../src/model/contract';
import { BOOK_SEED, type Card, type LadderCard, LEVELS, TYPES } from '../../src/model/questions';
import type { Facts } from '../../src/plugins/inflight/facts';
import { alike, TOO_ALIKE } from '../../src/plugins/inflight/questions/alike';
import { cardOf, questionFor } from '../../src/plugins/inflight/questions/cards';
import { parseQuestions } from '../../src/plugins/inflight/questions/parse';
import {
  type ChapterQuestions,
  questionFiles,
  readChapterQuestions,
  readConcepts,
  sectionsOf,
  SUFFIX,
  wrongTogether,
} from '../../src/plugins/inflight/questions/read';
import { mark } from '../../src/practice/mark';
import { cpython } from '../command-line';
import { askDesk } from '../desk';

vi.mock('@docusaurus/Translate', () => import('../untranslated'));

const DOCS = join(__dirname, '../../docs');

const facts = JSON.parse(readFileSync(join(DOCS, 'facts.json'), 'utf8')) as Facts;
const concepts = new Set(readConcepts(DOCS).map(({ id }) => id));
const { experiments: listed } = JSON.parse(cpython('list', '--json')) as { experiments: Experiment[] };
const known = { concepts, facts, experiments: new Map(listed.map((each) => [each.id, each])) };
const files = questionFiles(DOCS);
const chapters = files.map((file) => readChapterQuestions(DOCS, file, known));

/** Each marked question of a chapter, by its JSON as the classroom's Python reads it. */
const questionsOf = ({ entries }: ChapterQuestions): string[] => entries.flatMap((entry) => questionFor(entry) ?? []);

/** Answers that are not right, whatever the question. */
function wrongAnswers(card: Card, posed: Posed | undefined): unknown[] {
  if (card.form === 'ladder') {
    const right = keyOf(card);
    return right.flatMap((place, gap) =>
      card.options
        .map((_, option) => option)
        .flatMap((option) => (option === place ? [] : [right.map((each, i) => (i === gap ? option : each))])),
    );
  }
  const { question, answer, accept } = posed!;
  switch (question.kind) {
    case 'numeric': {
      const [low, high] = accept as [number, number];
      const wide = Math.max(high - low, Math.abs(high), 1e-6);
      return [low - wide / 1000, high + wide / 1000, 1000 * high + 1, -1 - Math.abs(low)];
    }
    case 'choice': {
      const right = accept ?? (answer as number[]);
      const places = question.choices.map(({ place }) => place);
      const others = places.filter((place) => !right.includes(place));
      // Of several: one too many, and one too few.
      return question.many
        ? [...others.map((place) => [...right, place]), ...(right.length > 1 ? [right.slice(1)] : [])]
        : others.map((place) => [place]);
    }
    case 'order': {
      const right = answer as number[];
      return [[...right].reverse(), right.slice(1), [right[1], right[0], ...right.slice(2)]];
    }
    default:
      return [];
  }
}

/** A ladder's right answer, by the rows themselves. */
const keyOf = ({ rows, options }: LadderCard): number[] =>
  rows.filter(({ isHidden }) => isHidden).map(({ text }) => options.indexOf(text));

const SEEDS = [BOOK_SEED, 'one', 'two'];

describe.each(chapters)('$chapter', (all) => {
  const { chapter, entries, mistakes } = all;

  test('says what it should', () => {
    expect(mistakes).toEqual([]);
  });

  test('its own key is right, and other answers are not, with any values', { timeout: 300_000 }, () => {
    const questions = questionsOf(all);
    const asked = questions.flatMap((question) => SEEDS.map((seed) => ({ question, seed })));
    const answers = askDesk<Posed>(asked.map(({ question, seed }) => ['card', { question, seed }]));
    const posed = new Map(asked.map(({ question, seed }, i) => [`${seed} ${question}`, answers[i]!]));
    const at = (question: string, seed: string): Posed => {
      const found = posed.get(`${seed} ${question}`)!;
      if (found instanceof Error) throw found;
      return found;
    };
    const wrong: string[] = [];
    const toRun: [string, object][] = [];
    for (const entry of entries) {
      try {
        const asked = questionFor(entry);
        const card = cardOf(entry, chapter, asked === undefined ? undefined : at(asked, BOOK_SEED));
        if (card.form === 'recall' || card.form === 'open') continue;
        for (const seed of card.form === 'marked' && card.isFresh ? SEEDS : [BOOK_SEED]) {
          const one = card.form !== 'marked' ? undefined : card.isFresh ? at(card.question, seed) : card.example;
          const key = card.form === 'ladder' ? keyOf(card) : one!.answer;
          if (card.form === 'marked' && one!.question.kind === 'setting') {
            // Only a run can tell: the key reaches the goals, and the figure as it stands does not.
            const { question } = card;
            toRun.push(['card_mark', { question, seed, answer: key }], ['card_mark', { question, seed, answer: {} }]);
            continue;
          }
          if (mark(card, one, key)?.share !== 1) wrong.push(`${entry.id} (${seed}): its own key is wrong`);
          const others = wrongAnswers(card, one);
          if (others.length === 0) wrong.push(`${entry.id}: no answer to it is wrong`);
          for (const other of others)
            if (!((mark(card, one, other)?.share ?? 1) < 1))
              wrong.push(`${entry.id} (${seed}): ${JSON.stringify(other)} counts as right`);
        }
      } catch (error) {
        wrong.push(`${entry.id}: ${(error as Error).message}`);
      }
    }
    for (const [i, found] of (toRun.length > 0 ? askDesk<Marking>(toRun) : []).entries())
      if (found instanceof Error || found.share !== (i % 2 === 0 ? 1 : 0))
        wrong.push(`${JSON.stringify(toRun[i])}: ${found instanceof Error ? found.message : JSON.stringify(found)}`);
    expect(wrong).toEqual([]);
  });

  test('each section has a question', () => {
    const asked = new Set(entries.map(({ section }) => section));
    const sections = sectionsOf(readFileSync(join(DOCS, `${chapter}.mdx`), 'utf8')).map(({ id }) => id);
    const isPart = !/^(cases|guide)\//.test(chapter);
    const without = sections.filter((id) => !asked.has(id) && !['laboratory', 'check', 'sources'].includes(id));
    expect(isPart ? without : []).toEqual([]);
  });
});

test('every chapter of the parts has questions, 250 at least, of all types and levels', () => {
  const parts = ['windows', 'congestion', 'queues', 'disciplines', 'opening', 'closing', 'small-writes', 'around'];
  const all = chapters.flatMap(({ entries }) => entries);
  const missing = parts.flatMap((part) =>
    readdirSync(join(DOCS, part))
      .filter((name) => name.endsWith('.mdx') && !files.includes(`${part}/${name.replace('.mdx', SUFFIX)}`))
      .map((name) => `${part}/${name}`),
  );
  expect(missing).toEqual([]);
  expect(all.length).toBeGreaterThanOrEqual(250);
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(TYPES));
  expect(new Set(all.map(({ level }) => level))).toEqual(new Set(LEVELS));
});

test.each([
  ['  - 8 kB × 2 = 16 kB\n  - 16 kB + 1 kB = 17 kB', /^$/],
  ['  - 8 kB × 2 = 16 kB\n  - 16 kB + 2 kB = 18 kB', /the last line ends in “.*= 18 kB”/],
  ['  - 8 kB × 2 = 16 kB\n  - 16 kB + 1 kB = 17000 B', /the last line ends in “.*= 17000 B”/],
  ['  - 17 kB', /expected at least two lines/],
])('a sum is worked out to its answer: %s', (working, wrong) => {
  const { mistakes } = parseQuestions(
    `- id: a-sum
  section: s
  type: sum
  level: junior
  difficulty: 1
  tags: [bdp]
  facts: [W01]
  figure: send-buffer
  text: How much?
  ask: { value: 17, unit: kB }
  tolerance: { percent: 2 }
  working:
${working}
  why: So.`,
    'x',
  );
  expect(mistakes.join()).toMatch(wrong);
});

test('a follow-up question asks what no other does, and isn’t answered by a model answer', () => {
  const open = chapters.flatMap(({ entries }) => entries.filter((entry) => entry.field === 'answers'));
  const asked = open.flatMap(({ id, answers, why, follow_ups }) =>
    follow_ups.map((each) => ({ ...each, id, told: [...Object.values(answers), why] })),
  );
  const twice = asked.flatMap(({ id, text }, place) =>
    asked
      .slice(0, place)
      .flatMap((other) => (alike(text, other.text) > TOO_ALIKE ? [`${id}, ${other.id}: ${text}`] : [])),
  );
  const told = asked.flatMap(({ id, text, answer, told }) =>
    told.some((each) => alike(answer, each) > TOO_ALIKE / 2) ? [`${id}: ${text}`] : [],
  );
  expect([...twice, ...told]).toEqual([]);
});

test('no id and no question is there twice', () => {
  expect(wrongTogether(chapters)).toEqual([]);
});
