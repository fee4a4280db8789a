import type { Card } from '../model/questions';
import type { Rating } from '../memory/types';

/** Which ratings readers may give, and the one that is proposed. */
interface Suggestion {
  allowed: readonly Rating[];
  suggested: Rating;
}

const ALL: readonly Rating[] = [1, 2, 3, 4];

/** By what an answer is worth; null: readers say it themselves, as they do of an open question after all. */
export function suggest({ form }: Pick<Card, 'form'>, share: number | null): Suggestion {
  if (share === null) return { allowed: ALL, suggested: 3 };
  if (form === 'open') return { allowed: ALL, suggested: share === 0 ? 1 : share < 0.5 ? 2 : 3 };
  if (share === 1) return { allowed: [2, 3, 4], suggested: 3 };
  if (share > 0) return { allowed: [1, 2], suggested: share < 0.5 ? 1 : 2 };
  return { allowed: [1], suggested: 1 };
}
