import { translate } from '@docusaurus/Translate';
import { useEffect, useMemo, useState } from 'react';
import { useBets } from '../../memory/bets/useBets';
import type { CardState } from '../../memory/types';
import type { Prerendered } from '../../model/types';
import { betCardId } from '../betId';
import { type BetCard, betCard, wrongBets } from '../bets';
import { loadFirst } from '../../figure/loadFirst';

/** Wrong bets as cards, by id. A figure's file is loaded if there is a wrong bet on it. */
export function useBetCards(states: ReadonlyMap<string, CardState>): ReadonlyMap<string, BetCard> {
  const placed = useBets();
  const wrong = useMemo(() => wrongBets(placed, (card) => states.has(card)), [placed, states]);
  const [files, setFiles] = useState<ReadonlyMap<string, Prerendered>>(new Map());
  const wanted = [...new Set(wrong.map(({ figure }) => figure))].sort().join(' ');
  useEffect(() => {
    for (const figure of wanted.split(' ').filter(Boolean))
      loadFirst(figure).then(
        (file) => setFiles((known) => (known.has(figure) ? known : new Map(known).set(figure, file))),
        // The book has this figure no more, or the network is gone: then there is no such card today.
        () => undefined,
      );
  }, [wanted]);
  return useMemo(() => {
    const words = {
      bet: (given: string) => translate({ id: 'practice.bet.then', message: 'You bet {given}.' }, { given }),
      curve: translate({
        id: 'practice.bet.curve',
        message: 'Solid: what the model does. Dashed: what you drew. Were you closer this time?',
      }),
    };
    return new Map(
      wrong.flatMap((each) => {
        const file = files.get(each.figure);
        const card = file && betCard(each, file, words);
        return card ? [[betCardId(each), card] as const] : [];
      }),
    );
  }, [wrong, files]);
}
