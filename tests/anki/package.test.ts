/** The Anki package of the whole bank, read by Anki's own library (PyPI `anki`). */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import initSqlJs from 'sql.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ankiPackage, type Contents } from '../../src/practice/anki/package';
import { sideWords } from '../../src/practice/review/sideWords';
import type { Bank, Card } from '../../src/model/questions';
import { readBank } from './bank';

vi.mock('@docusaurus/Translate', () => import('../untranslated'));

interface AnkiNote {
  guid: string;
  type: string;
  fields: Record<string, string>;
  sides: [question: string, answer: string];
  tags: string[];
  decks: string[];
  new: boolean;
  media: string[];
}

/** What `read_package.py` tells. */
interface State {
  log: { new: number; updated: number; duplicate: number; conflicting: number };
  notes: AnkiNote[];
  /** Texts, sort field and checksum of the notes: in the package, and as Anki makes them. */
  written: unknown[][];
  rows: unknown[][];
  cards: number;
  types: string[];
  decks: string[];
  files: Record<string, string>;
  missing: string[];
  unused: string[];
  integrity: [isFine: boolean, said: string];
}

const picture = (figure: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><title>${figure}</title></svg>`;

/** As it is read: `keepUnits` puts other spaces, backticks become code. */
const read = (text: string): string => text.replaceAll('`', '').replace(/\s+/g, ' ').trim();

/** Texts that a card has to bring along, straight from the bank. */
function textsOf(card: Card): Partial<Record<'Question' | 'Answer' | 'Why', string[]>> {
  const Question = [card.text, card.output ?? ''];
  const Why = [card.why];
  switch (card.form) {
    case 'recall':
      return { Question, Answer: [card.answer], Why };
    case 'open':
      return {
        Question,
        Answer: [
          ...Object.values(card.answers),
          ...card.marking.map(({ say }) => say),
          ...card.followUps.flatMap(({ text, answer }) => [text, answer]),
        ],
        Why,
      };
    case 'ladder':
      return {
        Question: [
          ...Question,
          ...card.sides,
          ...card.options,
          ...card.rows.flatMap(({ isHidden, text }) => (isHidden ? [] : [text])),
        ],
        Answer: card.rows.map(({ text }) => text),
        Why,
      };
    case 'marked': {
      const { question, said } = card.example;
      switch (question.kind) {
        case 'choice':
          return {
            Question: [...Question, ...question.choices.map(({ text }) => text)],
            Answer: said.split('; '),
            Why: [...Why, ...card.reasons],
          };
        case 'order':
          return { Question: [...Question, ...question.items.map(({ text }) => text)], Answer: said.split(' → '), Why };
        case 'numeric':
          return {
            Question: [...Question, question.unit, question.tolerance, ...question.goals],
            Answer: [said, ...(card.working ?? [])],
            Why,
          };
        case 'setting':
          return { Question: [...Question, ...Object.values(question.labels), ...question.goals], Answer: [said], Why };
        default:
          throw new Error(`no card is a ${question.kind}`);
      }
    }
  }
}

let folder = '';
let bank: Bank;
let first: State;
let again: State;
let later: State;
const files = new Map<string, Uint8Array>();
const NOW = Date.UTC(2026, 0, 5, 12);

beforeAll(async () => {
  bank = readBank('/deep/');
  folder = mkdtempSync(join(tmpdir(), 'inflight-anki-'));
  const figures = [...new Set(bank.cards.flatMap(({ figure }) => figure?.id ?? []))];
  const contents: Contents = {
    book: bank,
    cards: bank.cards,
    // One of them has no picture.
    pictures: new Map(figures.slice(1).map((id) => [id, picture(id)])),
    site: 'https://book.example/deep/',
    about: 'Cards of a book.',
    words: sideWords(),
    now: NOW,
  };
  const sql = await initSqlJs();
  const changed = bank.cards.map((card, i): Card =>
    i === 0 ? { ...card, why: 'Because of <another> reason.' } : card,
  );
  files.set('first.apkg', ankiPackage(contents, sql));
  // A month later, with a text fixed and one card that is no more.
  files.set('later.apkg', ankiPackage({ ...contents, cards: changed.slice(0, -1), now: NOW + 30 * 86_400_000 }, sql));
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  const packages = ['first.apkg', 'first.apkg', 'later.apkg'].map((name) => join(folder, name));
  const told = execFileSync('python3', [join(__dirname, 'read_package.py'), folder, ...packages], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
  [first, again, later] = JSON.parse(told) as [State, State, State];
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const noteOf = ({ notes }: State, card: Card): AnkiNote => notes.find(({ guid }) => guid === `inflight/${card.id}`)!;

describe('Anki reads the package', () => {
  test('as many notes as the bank has cards, each with one new card', () => {
    expect(bank.cards.length).toBeGreaterThan(0);
    expect(first.notes.map(({ guid }) => guid).sort()).toEqual(bank.cards.map(({ id }) => `inflight/${id}`).sort());
    expect(first.cards).toBe(bank.cards.length);
    expect(first.notes.filter((note) => !note.new || note.decks.length !== 1)).toEqual([]);
    expect(first.types).toEqual(['In Flight']);
  });

  test('fields, sort fields and checksums are what Anki makes of them', () => {
    expect(first.rows).toEqual(first.written);
  });

  test('every text of a card stands in its field', () => {
    const lacking = bank.cards.flatMap((card) => {
      const { fields } = noteOf(first, card);
      return Object.entries(textsOf(card)).flatMap(([field, texts]) =>
        texts
          .filter((text) => !read(fields[field]!).includes(read(text)))
          .map((text) => `${card.id}: ${field}: ${text}`),
      );
    });
    expect(lacking).toEqual([]);
  });

  test('a note says where it is from', () => {
    for (const card of bank.cards) {
      const source = read(noteOf(first, card).fields.Source!);
      const chapter = bank.chapters.find(({ id }) => id === card.chapter)!;
      for (const text of [read(chapter.title), ...card.facts, ...card.sources.map(read)])
        expect(source).toContain(text);
    }
  });

  test('the back shows more than the front, and the front no answer', () => {
    for (const card of bank.cards) {
      const [question, answer] = noteOf(first, card).sides.map(read) as [string, string];
      expect(question).toContain(read(card.text));
      expect(answer).toContain(read(card.why));
      expect(question).not.toContain(read(card.why));
    }
  });

  test('tags and decks', () => {
    for (const card of bank.cards) {
      const [part, page] = card.chapter.split('/');
      const title = bank.parts.find(({ id }) => id === part)!.title;
      const note = noteOf(first, card);
      expect(note.decks).toEqual([`In Flight::${title}`]);
      expect([...note.tags].sort()).toEqual(
        [`inflight::${part}::${page}`, `level::${card.level}`, ...card.tags.map((tag) => `concept::${tag}`)].sort(),
      );
    }
    expect(first.decks).toContain('In Flight');
  });

  test('every picture is there, with the same bytes, and none is unused', () => {
    const figures = [...new Set(bank.cards.flatMap(({ figure }) => figure?.id ?? []))];
    const wanted = figures.slice(1).map((id) => createHash('sha256').update(picture(id)).digest('hex'));
    expect(Object.values(first.files).sort()).toEqual(wanted.sort());
    for (const card of bank.cards) {
      const { media } = noteOf(first, card);
      const hashes = media.map((name) => first.files[name]);
      const id = card.figure?.id;
      expect(hashes).toEqual(
        id === undefined || id === figures[0] ? [] : [createHash('sha256').update(picture(id)).digest('hex')],
      );
    }
    expect([first.missing, first.unused]).toEqual([[], []]);
  });

  test('nothing is wrong with the collection', () => {
    expect([first, again, later].map(({ integrity }) => integrity[0])).toEqual([true, true, true]);
  });

  test('the same package again adds nothing', () => {
    expect(again.log).toEqual({ new: 0, updated: 0, duplicate: bank.cards.length, conflicting: 0 });
    expect(again.notes).toEqual(first.notes);
    expect(again.decks).toEqual(first.decks);
  });

  test('a later one mends the notes that are there, and takes none away', () => {
    expect(later.log).toMatchObject({ new: 0, updated: bank.cards.length - 1, conflicting: 0 });
    expect(later.notes).toHaveLength(bank.cards.length);
    expect(read(noteOf(later, bank.cards[0]!).fields.Why!)).toContain('Because of <another> reason.');
    expect([later.missing, later.unused]).toEqual([[], []]);
  });
});

test('links lead to the book that the package was made from', async () => {
  const { Database } = await initSqlJs();
  const db = new Database(unzipSync(files.get('first.apkg')!)['collection.anki2']);
  const fields = db.exec('select flds from notes')[0]!.values.map(([held]) => String(held));
  db.close();
  const links = fields.flatMap((held) => [...held.matchAll(/href="([^"]+)"/g)].map(([, url]) => url!));
  expect(links.length).toBeGreaterThan(bank.cards.length);
  expect(links.filter((url) => !url.startsWith('https://book.example/deep/'))).toEqual([]);
  expect(strFromU8(unzipSync(files.get('first.apkg')!).media!)).toMatch(/^\{"0":"inflight-/);
});
