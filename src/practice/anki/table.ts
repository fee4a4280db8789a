/** The cards as a table for a spreadsheet, with what the reader's memory holds of them. */
import { csvFormatRow } from 'd3-dsv';
import type { CardState } from '../../memory/types';
import type { Card } from '../../model/questions';
import { toPlain } from './blocks';
import { type Book, placeOf } from './places';
import { sidesOf } from './sides';
import type { Words } from './words';

/** For programs: the heads of the columns are in no language but this one. */
const HEAD = [
  'id',
  'part',
  'chapter',
  'section',
  'type',
  'level',
  'difficulty',
  'question',
  'answer',
  'why',
  'facts',
  'tags',
  'url',
  // Of the reader's memory; empty: the card was never answered.
  'answers',
  'lapses',
  'phase',
  'stability_days',
  'last',
  'due',
];

/** What a spreadsheet would take for a formula (as in `inflight/classroom/gradebook.py`). */
const FORMULA = /^ *[=+\-@\t\r\n＝＋－＠]/;

const guarded = (text: string): string => {
  const cell = text.replaceAll('\0', ' ');
  return FORMULA.test(cell) ? `'${cell}` : cell;
};

const isoOf = (at: number): string => new Date(at).toISOString();

const stateOf = ({ reps, lapses, phase, stability, last, due }: CardState): string[] => [
  String(reps),
  String(lapses),
  phase,
  stability.toFixed(2),
  isoOf(last),
  isoOf(due),
];

interface Setting {
  book: Book;
  /** By card. */
  states: ReadonlyMap<string, CardState>;
  /** An absolute address of the site. */
  site: string;
  words: Words;
}

/** CSV (RFC 4180): a line for each card. */
export function cardTable(cards: readonly Card[], { book, states, site, words }: Setting): string {
  const rows = cards.map((card) => {
    const { part, chapter, section, url } = placeOf(card, book, site);
    const { question, answer, why } = sidesOf(card, words);
    const state = states.get(card.id);
    return [
      card.id,
      part.title,
      chapter.title,
      section?.heading ?? card.section,
      card.type,
      card.level,
      String(card.difficulty),
      toPlain(question),
      toPlain(answer),
      toPlain(why),
      card.facts.join(' '),
      card.tags.join(' '),
      url,
      ...(state ? stateOf(state) : Array<string>(6).fill('')),
    ].map(guarded);
  });
  return [HEAD, ...rows].map((row) => `${csvFormatRow(row)}\r\n`).join('');
}
