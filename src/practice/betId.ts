import type { Placed } from '../memory/bets/store';

/** What the reviews of a bet's card are kept under. */
export const betCardId = ({ figure, bet }: Pick<Placed, 'figure' | 'bet'>): string => `bet:${figure}/${bet}`;

export const isBetCard = (id: string): boolean => id.startsWith('bet:');
