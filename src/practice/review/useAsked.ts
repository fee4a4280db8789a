import { useEffect, useState } from 'react';
import type { Desk } from '../../classroom/useDesk';
import { newId } from '../../memory/keys';
import type { Card } from '../../model/questions';
import { type Asked, pose } from '../pose';

/** What a card is drawn with: something else each time. */
export const anySeed = (): string => newId().slice(0, 12);

/** Is there something to wait for? */
export const needsPython = (card: Card): boolean => card.form === 'marked' && card.isFresh;

export type Asker = (card: Card, seed: string) => Promise<Asked>;

/** As many draws are kept: the card that is asked, the next one, and some that may be taken back. */
const KEPT = 8;

/** Poses cards, and the same one once. */
export function askerOf(desk: Pick<Desk, 'ask'>): Asker {
  const kept = new Map<string, Promise<Asked>>();
  return (card, seed) => {
    const key = `${card.id} ${seed}`;
    const asked = kept.get(key) ?? pose(desk, card, seed);
    kept.set(key, asked);
    const [oldest] = kept.keys();
    if (kept.size > KEPT) kept.delete(oldest!);
    return asked;
  };
}

/** A card with the values of a seed; undefined as long as the model draws them. */
export function useAsked(ask: Asker, card: Card | undefined, seed: string): Asked | undefined {
  const [found, setFound] = useState<{ card: Card; seed: string; asked: Asked }>();
  useEffect(() => {
    if (!card) return undefined;
    let isOver = false;
    void ask(card, seed).then((asked) => {
      if (!isOver) setFound({ card, seed, asked });
    });
    return () => {
      isOver = true;
    };
  }, [ask, card, seed]);
  return found && found.card === card && found.seed === seed ? found.asked : undefined;
}
