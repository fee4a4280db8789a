/** What the plugin tells the pages that show figures outside of chapters. */
import type { ViewSpec } from './contract';
import type { StoredResult } from './types';

/** A chapter that shows a figure. */
export interface Chapter {
  title: string;
  url: string;
}

/** A figure in the gallery. */
export interface Card {
  id: string;
  part: string;
  title: string;
  question: string;
  /** How many there are. */
  presets: number;
  chapters: Chapter[];
  view: ViewSpec;
  /** Of the first preset: no more of it than a small picture shows. */
  run: StoredResult;
}

export interface Gallery {
  /** In the order of the book. */
  parts: { id: string; title: string }[];
  cards: Card[];
}
