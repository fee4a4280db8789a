import type { Link } from './reading';

/** A word of the glossary. Its texts may have `code` in them. */
export interface Word {
  name: string;
  anchor: string;
  /** What an abbreviation stands for. */
  full?: string | undefined;
  meaning: string;
  /** Where the book explains it. */
  place?: Link | undefined;
}
