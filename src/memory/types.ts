/** What a reader's memory holds. It lives in this browser alone. */
import type { Level } from '../model/questions';

/** Again, hard, good, easy: as FSRS counts them. */
export type Rating = 1 | 2 | 3 | 4;

/** Where a card was answered. */
export type Origin = 'chapter' | 'practice' | 'interview';

/** One answer to one card. Reviews are only ever added; what a card's state is follows from them. */
export interface Review {
  /** Unique in all browsers: two exports can be put together. */
  id: string;
  card: string;
  /** ms since 1970 */
  at: number;
  rating: Rating;
  from: Origin;
  /** What it was worth, 0 … 1; missing: readers said it themselves. */
  share?: number;
  /** It was taken back, which can't be taken back. */
  undone?: true;
}

/** What FSRS knows of a card, from its reviews. */
export interface CardState {
  card: string;
  /** ms since 1970 */
  due: number;
  /** Days until the chance to recall it has fallen to 90%. */
  stability: number;
  /** 1 … 10 */
  difficulty: number;
  phase: 'learning' | 'review' | 'relearning';
  /** Of the steps of minutes that learning takes: where it stands. */
  step: number;
  /** Answers, and those that were wrong after it had been known. */
  reps: number;
  lapses: number;
  /** When it was answered first and last, ms since 1970. */
  first: number;
  last: number;
}

/** What readers can set; DEFAULTS (`defaults.ts`) hold until they do. */
export interface Settings {
  /** The chance to recall a card that it is brought back at, 0.7 … 0.97. */
  retention: number;
  /** New cards a day, 0 … 200. */
  newPerDay: number;
}

/** A section that was read to its end. */
export interface ReadMark {
  /** `windows/why-slow` */
  chapter: string;
  section: string;
  /** ms since 1970 */
  at: number;
}

export interface InterviewAnswer {
  card: string;
  /** What it was asked on: a question to talk about can be asked on any. */
  level: Level;
  /** What the question was drawn with. */
  seed: string;
  /** Seconds that it took, and that were planned. */
  seconds: number;
  planned: number;
  /** As its form of card wants it; null: none was given. */
  answer: unknown;
  notes: string;
  /** Of an open question: what was said to each of the follow-up questions that were asked. */
  followUps?: string[];
  /** What it was worth, 0 … 1; null: nobody has marked it yet. */
  share: number | null;
  /** Of an open question the points that were met, by their place. */
  met: number[];
}

export interface Interview {
  id: string;
  /** ms since 1970 */
  started: number;
  /** null: it is not over. */
  ended: number | null;
  /** When readers had marked what only they can mark, and its answers became reviews; null: they have not. */
  marked: number | null;
  minutes: number;
  levels: Level[];
  /** Folders of the book; empty: all. */
  parts: string[];
  /** One for each planned question, in order. */
  answers: InterviewAnswer[];
}
