import { type Bank, partOf } from '../model/questions';

/** The parts of the book that have cards. */
export function askedParts({ parts, cards }: Pick<Bank, 'parts' | 'cards'>): Bank['parts'] {
  const asked = new Set(cards.map(({ chapter }) => partOf(chapter)));
  return parts.filter(({ id }) => asked.has(id));
}
