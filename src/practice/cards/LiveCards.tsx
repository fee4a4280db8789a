import Translate from '@docusaurus/Translate';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Card } from '../../model/questions';
import { SectionCard } from './SectionCard';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';

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
    <Stack ref={root} gap={5} isFilled data-only="screen">
      <SectionCard key={card.id} card={card} name={`card-${card.id}`} />
      {cards.length > 1 && (
        <Row as={Text} size="note" tone="soft" isApart>
          <span>
            <Translate id="cards.count" values={{ number: place + 1, count: cards.length }}>
              {'Question {number} of {count}'}
            </Translate>
          </span>
          <Button
            look="quiet"
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
        </Row>
      )}
    </Stack>
  );
}
