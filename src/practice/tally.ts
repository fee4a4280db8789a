/** What a day of reviewing came to. */
import type { Review } from '../memory/types';

export interface Tally {
  answered: number;
  right: number;
  /** The chapter with the most wrong answers, if there is one. */
  weakest: string | undefined;
}

/** Of the answers given in practice since `since`; `chapterOf` knows the chapter of a card. */
export function tally(
  reviews: readonly Review[],
  since: number,
  chapterOf: (card: string) => string | undefined,
): Tally {
  const own = reviews.filter(({ at, from, undone }) => at >= since && from === 'practice' && !undone);
  const wrong = new Map<string, number>();
  for (const { card, rating } of own) {
    const chapter = rating === 1 ? chapterOf(card) : undefined;
    if (chapter !== undefined) wrong.set(chapter, (wrong.get(chapter) ?? 0) + 1);
  }
  const [weakest] = [...wrong].sort(([, a], [, b]) => b - a)[0] ?? [];
  return { answered: own.length, right: own.filter(({ rating }) => rating > 1).length, weakest };
}
