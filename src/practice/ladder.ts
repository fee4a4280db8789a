import type { LadderCard, LadderRow } from '../model/questions';

/** The rows to be filled in, from the top. */
export const gapsOf = ({ rows }: Pick<LadderCard, 'rows'>): LadderRow[] => rows.filter(({ isHidden }) => isHidden);

/** What was put into each gap: a place in the options, or null. It may be damaged: it comes from a store. */
export function filled(card: Pick<LadderCard, 'rows' | 'options'>, answer: unknown): (number | null)[] {
  const given: unknown[] = Array.isArray(answer) ? answer : [];
  return gapsOf(card).map((_, i) => {
    const place = given[i];
    return typeof place === 'number' && place in card.options ? place : null;
  });
}

/** Whether each gap holds what belongs there. */
export const rightGaps = (card: Pick<LadderCard, 'rows' | 'options'>, answer: unknown): boolean[] => {
  const gaps = gapsOf(card);
  return filled(card, answer).map((place, i) => place !== null && card.options[place] === gaps[i]!.text);
};
