import { useMemo } from 'react';
import type { QueueCard } from '../../memory/queue';
import type { CardState } from '../../memory/types';
import type { Bank, Card } from '../../model/questions';
import type { BetCard } from '../bets';
import { useBetCards } from './useBetCards';

interface Cards {
  /** By id, wrong bets too. */
  cards: ReadonlyMap<string, Card>;
  /** In the order of the book, wrong bets at the end. */
  inTurn: readonly QueueCard[];
  bets: ReadonlyMap<string, BetCard>;
}

/** All that can be asked. */
export function useCards(bank: Bank, states: ReadonlyMap<string, CardState>): Cards {
  const bets = useBetCards(states);
  return useMemo(() => {
    const placeOf = ({ card }: BetCard): string =>
      bank.chapters.find(({ figures }) => figures.includes(card.figure.id))?.id ?? '';
    const own = [...bets.values()];
    return {
      bets,
      cards: new Map([...bank.cards, ...own.map(({ card }) => card)].map((card) => [card.id, card])),
      inTurn: [
        ...bank.cards,
        ...own.map((bet) => ({ id: bet.card.id, chapter: placeOf(bet), tags: [], type: 'bet' as const })),
      ],
    };
  }, [bank, bets]);
}
