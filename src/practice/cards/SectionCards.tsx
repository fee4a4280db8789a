import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Card } from '../../model/questions';
import type { LiveCardsProps } from './LiveCards';
import { exampleOf, StaticCard } from './StaticCard';
import { Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import fold from '../../ui/fold.module.css';
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
 * What stands at the end of a section of a chapter: questions to check oneself by, folded to the first one until a reader
 * opens them. They are in the page as text; what takes answers and keeps them is loaded then.
 */
export default function SectionCards({ cards }: { cards: readonly Card[] }): ReactNode {
  const place = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [Live, setLive] = useState<ComponentType<LiveCardsProps>>();
  const [isCut, setCut] = useState(false);
  // It may have been opened before there was a script to hear of it.
  useEffect(() => setOpen(place.current?.open ?? false), []);
  useEffect(() => {
    if (!isOpen) return undefined;
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
  }, [isOpen]);
  const [first] = cards;
  if (!first) return null;
  return (
    <Panel
      as="details"
      ref={place}
      className={clsx('ui', chapter.block, css.section)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      data-section-cards
    >
      <summary className={fold.summary}>
        <Text as="span" tone="accent" isStrong>
          <Translate id="cards.title">Check yourself</Translate>
        </Text>
        <Text as="span" size="body" className={css.teaser} isStrong>
          <Marked text={exampleOf(first)?.question.text ?? first.text} />
        </Text>
      </summary>
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
    </Panel>
  );
}
