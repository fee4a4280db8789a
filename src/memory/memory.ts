import type { Snapshot } from './snapshot';
import type { Interview, Origin, Rating, Review, Settings } from './types';

/** What came new with a file. */
export interface Imported {
  reviews: number;
  read: number;
  interviews: number;
  bets: number;
}

/** Raised by `importText`; the message is for the reader. Nothing was changed. */
export class ImportError extends Error {}

/** What a reader's browser remembers. Where it can't be stored, it is remembered as long as the page lives. */
export interface Memory {
  snapshot(): Snapshot;
  /** Told of every change, also of one in another tab; gives back the way to stop that. */
  subscribe(listener: () => void): () => void;
  ready(): Promise<void>;
  answer(card: string, rating: Rating, from: Origin, share?: number): Promise<Review>;
  /** Takes the last answer of this page back; undefined: there is none. */
  undo(): Promise<Review | undefined>;
  /** When a card would come back, in ms from now, by rating; all 0 until it is ready. */
  intervals(card: string, at?: number): Record<Rating, number>;
  /** All answers that count, oldest first. */
  reviews(): Promise<Review[]>;
  markRead(chapter: string, section: string): Promise<void>;
  keepInterview(interview: Interview): Promise<void>;
  forgetInterview(id: string): Promise<void>;
  change(settings: Partial<Settings>): Promise<void>;
  /** All that is kept, with the bets, as JSON. */
  exportText(): Promise<string>;
  /** Merges without loss; throws ImportError. */
  importText(text: string): Promise<Imported>;
  /** Forgets everything, bets too; throws where what is stored can't be reached. */
  clear(): Promise<void>;
}
