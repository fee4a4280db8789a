import type { ReactNode } from 'react';
import type { Answer, Posed } from '../../model/contract';
import type { Card } from '../../model/questions';

/** Where a card comes from; its own chapter need not say so. */
export interface CardSource {
  /** The chapter's. */
  title: string;
  /** The section's. */
  heading: string;
  /** With the section behind `#`. */
  url: string;
}

/** What a card has come to. */
export interface Outcome {
  /** 0 … 1; null: readers say it themselves. */
  share: number | null;
  /** They did not try. */
  isPassed: boolean;
  /** Of an open question: the points that were met, by their place. */
  met: number[];
}

/** Give it a `key` of card and seed: another asking is another view. */
export interface CardViewProps {
  card: Card;
  /** What a marked card asks, with its values (`pose.ts`). Missing: the example, as the book has it. */
  posed?: Posed;
  /** What that was drawn with; the options of a ladder are in an order by it. Missing: the book's own. */
  seed?: string;
  /** Unique on the page. */
  name: string;
  /**
   * `at-once`: an answer is taken, then all is shown. `closed`: an answer is taken, and nothing is said (an interview).
   * `open`: all is shown, and nothing asked (a report).
   */
  reveal: 'at-once' | 'closed' | 'open';
  /**
   * Of a marked card as its kind has it (`classroom/types.ts`); of a ladder for each gap a place in its options or null;
   * of a recall or an open card a text. With `onAnswer` it is kept by the caller, otherwise here.
   */
  answer?: Answer;
  onAnswer?: (answer: Answer) => void;
  /** Of an open card: the points that were met, by their place, to begin with. */
  met?: readonly number[];
  /** Of an open card: what was said to each of its follow-up questions (`open`). */
  followUps?: readonly string[];
  /** What the answer is worth, where that is known already (`open`); a card that needs a run is not run again then. */
  share?: number | null;
  /** Told when all is shown (`at-once`), and again whenever a point of an open card is ticked (`open` too). */
  onOutcome?: (outcome: Outcome) => void;
  source?: CardSource;
  /** Another heading stands above it: the text of the question is one of that level. Missing: a paragraph. */
  level?: 2 | 3 | 4;
  /** What comes below, once all is shown. */
  children?: ReactNode;
}
