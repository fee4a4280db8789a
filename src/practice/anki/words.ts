import type { Level } from '../../model/questions';

/** The fixed words on the two sides of a card; the page gives them in its language. */
export interface Words {
  many: string;
  /** "Put these in order. 4 of them belong." */
  order: (keep: number | undefined) => string;
  unit: (unit: string, tolerance: string) => string;
  number: (tolerance: string) => string;
  goals: string;
  set: string;
  given: string;
  gaps: string;
  lost: string;
  listen: string;
  followUps: string;
  /** A choice that is not right, and what is said of it. */
  choice: (text: string, reason: string) => string;
  chapter: string;
  facts: string;
  sources: string;
  figure: string;
  levels: Record<Level, string>;
}
