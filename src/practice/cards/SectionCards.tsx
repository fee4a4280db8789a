import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Card } from '../../model/questions';
import { useNear } from '../../ui/useNear';
import type { LiveCardsProps } from './LiveCards';
import { StaticCard } from './StaticCard';
import { Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import chapter from '../../prose/chapter.module.css';
import css from './Cards.module.css';

/** Makes a change to what may be higher afterwards; anyone who reads below it stays where they are. */
function inPlace(element: Element, change: () => void): void {
  const before = element.getBoundingClientRect();
  flushSync(change);
  const grown = element.getBoundingClientRect().bottom - before.bottom;
  if (before.top < 0) window.scrollBy({ top: grown, behavior: 'instant' });
}

/**
 * What stands at the end of a section of a chapter: questions to check oneself by. They are in the page as text; what
 * takes answers and keeps them is loaded when they come near.
 */
export default function SectionCards({ cards }: { cards: readonly Card[] }): ReactNode {
  const title = useId();
  const [place, isNear] = useNear<HTMLDivElement>();
  const [Live, setLive] = useState<ComponentType<LiveCardsProps>>();
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    if (!isNear) return undefined;
    let isOver = false;
    import('./LiveCards').then(
      ({ LiveCards }) => {
        if (!isOver) inPlace(place.current!, () => setLive(() => LiveCards));
      },
      // Cut off from the net, readers still have the text.
      () => setCut(true),
    );
    return () => {
      isOver = true;
    };
  }, [isNear, place]);
  if (cards.length === 0) return null;
  return (
    <Stack
      as={Panel}
      gap={3}
      isFilled
      ref={place}
      className={clsx('ui', chapter.block, css.section)}
      role="group"
      aria-labelledby={title}
      data-section-cards
    >
      <Text id={title} tone="accent" isStrong>
        <Translate id="cards.title">Check yourself</Translate>
      </Text>
      {Live && <Live cards={cards} />}
      <Stack
        gap={6}
        isFilled
        className={clsx(css.static, Live && css.onPaper)}
        data-cut={isCut}
        data-several={cards.length > 1}
      >
        {cards.map((card) => (
          <StaticCard key={card.id} card={card} />
        ))}
      </Stack>
    </Stack>
  );
}
