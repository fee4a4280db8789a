/** What the plugin tells of the facts of the book (docs/facts.json). */

export type Verdict = 'wrong' | 'outdated' | 'true' | 'true-with-limits';

/** What people say, whether it holds, and where the book teaches it. */
export interface Claim {
  /** Its row: `W01`. */
  id: string;
  verdict: Verdict;
  claim: string;
  /** The folder of the chapter. */
  part: string;
  /** The chapter's title. */
  chapter: string;
  heading: string;
  /** The place in the chapter. */
  anchor: string;
  /** Of that place, from the site's root. */
  url: string;
  /** The last figure before it. */
  figure?: { id: string; title: string };
}

export interface Claims {
  /** Those that teach any, in the order of the book. */
  parts: { id: string; title: string }[];
  /** In the order in which the book teaches them. */
  claims: Claim[];
}
