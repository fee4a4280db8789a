import type { ConceptProgress } from '../memory/progress';
import type { Card } from '../model/questions';

/**
 * The concepts by the share of their cards that is likely to be known, smallest first; those without an answer keep
 * their order at the end. `recallOf`: the chance to recall a card; undefined: it was never answered.
 */
export function weakestFirst(
  concepts: readonly ConceptProgress[],
  cards: readonly Pick<Card, 'id' | 'tags'>[],
  recallOf: (card: string) => number | undefined,
): ConceptProgress[] {
  const known = (concept: string): number => {
    const own = cards.filter(({ tags }) => tags.includes(concept));
    return own.reduce((sum, { id }) => sum + (recallOf(id) ?? 0), 0) / Math.max(1, own.length);
  };
  const begun = concepts
    .filter((each) => each.cards.answered > 0)
    .map((each) => ({ each, share: known(each.id) }))
    .sort((a, b) => a.share - b.share)
    .map(({ each }) => each);
  return [...begun, ...concepts.filter((each) => each.cards.answered === 0)];
}
