/** What the plugin tells of the question bank (the files `*.questions.yaml` beside the chapters). */
import type { Params, Posed } from './contract';

/** What a good answer is expected of. */
export const LEVELS = ['junior', 'senior', 'staff'] as const;
export type Level = (typeof LEVELS)[number];

/** What a question is about, for a reader who wants more of one sort. */
export const TYPES = ['recall', 'numeric', 'sum', 'next', 'ladder', 'output', 'design', 'myth', 'open'] as const;
export type QuestionType = (typeof TYPES)[number];

/** A figure to look at after answering; `at` is what its controls are set to, on top of the preset. */
export interface FigureLink {
  id: string;
  preset?: string;
  at?: Params;
}

interface AnyCard {
  /** Of the whole bank; it is what a reader's reviews are kept under, so it never changes. */
  id: string;
  type: QuestionType;
  level: Level;
  /** 1: easy for the level; 3: hard. */
  difficulty: number;
  /** Concepts, as docs/concepts.yaml has them; the first is the main one. */
  tags: string[];
  /** Rows of docs/facts.json. */
  facts: string[];
  /** Where it can be checked besides: an RFC, a kernel function, a recording. */
  sources: string[];
  /** None where the book has no figure of what it is about. */
  figure?: FigureLink;
  /** `windows/why-slow` */
  chapter: string;
  /** The heading whose section it belongs to. */
  section: string;
  /** With `code` in backticks. Of a question with drawn values, that of the example. */
  text: string;
  /** The lines of a terminal that it is about. */
  output?: string;
  /** Of a sum: how it is worked out, line by line; the last one ends in the answer. */
  working?: string[];
  /** What is said after an answer. */
  why: string;
}

/** A question to turn over: readers say themselves how well they knew it. */
export interface RecallCard extends AnyCard {
  form: 'recall';
  answer: string;
}

/** A question that can be marked: a choice, a number, an order, a setting (`inflight/classroom/kinds`). */
export interface MarkedCard extends AnyCard {
  form: 'marked';
  /** For `desk.py:card`, as JSON; '' where the page can do without: the values stay, and it can mark by itself. */
  question: string;
  /** Does another seed draw other values? */
  isFresh: boolean;
  /** As the book prints it. */
  example: Posed;
  /** Of a choice, by its place: what is said to who picks it. */
  reasons: string[];
}

/** What the examples in the book are drawn with. */
export const BOOK_SEED = 'book';

export interface LadderRow {
  from: 'left' | 'right';
  /** What the segment carries: `SYN, seq 100`. */
  text: string;
  /** What happens meanwhile: `40 ms of nothing`. */
  note?: string;
  /** It never arrives. */
  isLost: boolean;
  /** It has to be filled in. */
  isHidden: boolean;
}

/** A sequence of segments with gaps; answer: for each gap, from the top, a place in `options`. */
export interface LadderCard extends AnyCard {
  form: 'ladder';
  sides: [left: string, right: string];
  rows: LadderRow[];
  /** What may be put into a gap, sorted so that it tells nothing; what is right is a row's own text. */
  options: string[];
}

/** A point that an interviewer listens for. */
export interface MarkingPoint {
  level: Level;
  say: string;
}

/** What an interviewer asks next, and what a good answer to that has. */
export interface FollowUp {
  text: string;
  answer: string;
}

/** A question to be answered in one's own words; readers mark themselves by the points. */
export interface OpenCard extends AnyCard {
  form: 'open';
  /** What a good answer on each level sounds like. */
  answers: Record<Level, string>;
  marking: MarkingPoint[];
  /** In the order in which they are asked. */
  followUps: FollowUp[];
}

export type Card = RecallCard | MarkedCard | LadderCard | OpenCard;

export interface Concept {
  id: string;
  name: string;
}

/** The folder of a chapter: `windows` of `windows/why-slow`. */
export const partOf = (chapter: string): string => chapter.split('/')[0]!;

/** A place in the book that has cards, bets or sections to be read. */
export interface BankChapter {
  /** `windows/why-slow` */
  id: string;
  /** The folder. */
  part: string;
  title: string;
  url: string;
  /** Its headings of the second level. */
  sections: { id: string; heading: string }[];
  /** Figures that it shows. */
  figures: string[];
}

/** What `@inflight/bank.json` holds. */
export interface Bank {
  parts: { id: string; title: string }[];
  /** In the order of the book. */
  chapters: BankChapter[];
  concepts: Concept[];
  /** In the order of the book. */
  cards: Card[];
}
