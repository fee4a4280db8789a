import Translate from '@docusaurus/Translate';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Card } from '../../model/questions';
import { SectionCard } from './SectionCard';
import css from './Cards.module.css';
import { Button } from '../../ui/Button';

export interface LiveCardsProps {
  cards: readonly Card[];
}

/** The cards of a section, one after the other. */
export function LiveCards({ cards }: LiveCardsProps): ReactNode {
  const [place, setPlace] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  useLayoutEffect(() => {
    if (!hasMoved.current) return;
    hasMoved.current = false;
    root.current?.querySelector<HTMLElement>('[data-card]')?.focus();
  }, [place]);
  const card = cards[place]!;
  return (
    <div ref={root} className={css.live}>
      <SectionCard key={card.id} card={card} name={`card-${card.id}`} />
      {cards.length > 1 && (
        <p className={css.pager}>
          <span>
            <Translate id="cards.count" values={{ number: place + 1, count: cards.length }}>
              {'Question {number} of {count}'}
            </Translate>
          </span>
          <Button
            look="quiet"
            className={css.small}
            onClick={() => {
              hasMoved.current = true;
              setPlace((place + 1) % cards.length);
            }}
          >
            {place + 1 < cards.length ? (
              <Translate id="cards.next">Next question</Translate>
            ) : (
              <Translate id="cards.first">Back to the first</Translate>
            )}
          </Button>
        </p>
      )}
    </div>
  );
}
