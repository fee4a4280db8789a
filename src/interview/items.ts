/** What an interview asks: cards of the bank, and an incident. */
import type { Bank, Card } from '../model/questions';
import { type IncidentCard, incidentIn } from './incident';

export type Item = Card | IncidentCard;

/** What an id says; undefined: the bank no longer has it. */
export type ItemOf = (id: string) => Item | undefined;

export function itemsOf({ cards }: Pick<Bank, 'cards'>): ItemOf {
  const byId = new Map(cards.map((card) => [card.id, card]));
  return (id) => byId.get(id) ?? incidentIn(id);
}
