/** The cards as CSV, read by Python's own `csv` as a spreadsheet would. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';
import { cardTable } from '../../src/practice/anki/table';
import { sideWords } from '../../src/practice/review/sideWords';
import type { CardState } from '../../src/memory/types';
import type { RecallCard } from '../../src/model/questions';
import { readBank } from './bank';

vi.mock('@docusaurus/Translate', () => import('../untranslated'));

const bank = readBank('/');

const READ =
  'import csv, io, json, sys; print(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.read(), newline="")))))';

const rowsOf = (csv: string): Record<string, string>[] =>
  JSON.parse(
    execFileSync('python3', ['-c', READ], {
      input: csv,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: { ...process.env, PYTHONUTF8: '1' },
    }),
  ) as Record<string, string>[];

const setting = { book: bank, states: new Map<string, CardState>(), site: 'https://book.example/', words: sideWords() };

test('a row for each card, with its place, its texts and nothing of a memory that is empty', () => {
  const rows = rowsOf(cardTable(bank.cards, setting));
  expect(rows.map(({ id }) => id)).toEqual(bank.cards.map(({ id }) => id));
  for (const [i, card] of bank.cards.entries()) {
    const row = rows[i]!;
    expect(row.url).toBe(`https://book.example/book/${card.chapter}/#${card.section}`);
    expect(row).toMatchObject({ level: card.level, difficulty: String(card.difficulty), answers: '', due: '' });
    expect(row.tags!.split(' ')).toEqual(card.tags);
    if (card.output !== undefined) expect(row.question).toContain(card.output.trimEnd());
    for (const said of Object.values(row)) expect(said).not.toMatch(/^\s*[=+\-@]/);
  }
});

describe('a card', () => {
  const { chapter, section } = bank.cards[0]!;
  const card = (answer: string): RecallCard => ({
    id: 'one',
    form: 'recall',
    type: 'recall',
    level: 'junior',
    difficulty: 1,
    tags: ['nagle'],
    facts: ['N02'],
    sources: [],
    figure: { id: 'cork' },
    chapter,
    section,
    text: 'Which option, and what is `=1`?',
    why: 'Because, "so to say",\nof it.',
    answer,
  });
  const rowOf = (each: RecallCard, states = setting.states): Record<string, string> =>
    rowsOf(cardTable([each], { ...setting, states }))[0]!;

  test('that begins like a formula is text', () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '  =1', '\t=1', '＝1'];
    const answers = rowsOf(cardTable(formulas.map(card), setting)).map(({ answer }) => answer);
    expect(answers.filter((answer) => !answer!.startsWith("'"))).toEqual([]);
  });

  test('that begins like none stays as it is, and quotes, commas and lines come through', () => {
    const row = rowOf(card('5 - 3, 2 and "more"'));
    expect(row).toMatchObject({
      answer: '5 - 3, 2 and "more"',
      question: 'Which option, and what is =1?',
      why: 'Because, "so to say",\nof it.',
    });
  });

  test('that was answered says how well it is known', () => {
    const state: CardState = {
      card: 'one',
      due: Date.UTC(2026, 1, 3, 4),
      stability: 12.345,
      difficulty: 5,
      phase: 'review',
      step: 0,
      reps: 4,
      lapses: 1,
      first: Date.UTC(2026, 0, 2),
      last: Date.UTC(2026, 0, 20),
    };
    expect(rowOf(card('an answer'), new Map([['one', state]]))).toMatchObject({
      answers: '4',
      lapses: '1',
      phase: 'review',
      stability_days: '12.35',
      last: '2026-01-20T00:00:00.000Z',
      due: '2026-02-03T04:00:00.000Z',
    });
  });
});
