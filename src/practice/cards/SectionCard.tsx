import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { memory } from '../../memory';
import type { Rating, Review } from '../../memory/types';
import { useMemory } from '../../memory/useMemory';
import type { Card } from '../../model/questions';
import { Stack } from '../../ui/layout';
import { suggest } from '../suggest';
import { CardView } from './CardView';
import type { Outcome } from './props';
import { Before, HowWas, Kept } from './Scheduled';

/** Is it for readers to say how well they knew it? */
const isForReaders = ({ form }: Card, { share }: Outcome): boolean =>
  form === 'recall' || form === 'open' || share === null;

/** A card in its chapter: answering it brings it into practice. */
export function SectionCard({ card, name }: { card: Card; name: string }): ReactNode {
  const { i18n } = useDocusaurusContext();
  const { isReady, states, unkept } = useMemory();
  const [came] = useState(() => Date.now());
  const [asked, setAsked] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isKeeping, setKeeping] = useState(false);
  const [review, setReview] = useState<Review>();
  const state = states.get(card.id);
  const common = { state, locale: i18n.currentLocale };

  // The button is gone; the keys go on at the question.
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (asked > 0) place.current?.querySelector<HTMLElement>('[data-card]')?.focus();
  }, [asked]);

  async function keep(rating: Rating, share: number | null): Promise<void> {
    setKeeping(true);
    setReview(await memory().answer(card.id, rating, 'chapter', share ?? undefined));
  }
  function hear(next: Outcome): void {
    setOutcome(next);
    if (!isForReaders(card, next)) void keep(suggest(card, next.share).suggested, next.share);
  }
  function again(): void {
    setAsked(asked + 1);
    setOutcome(undefined);
    setKeeping(false);
    setReview(undefined);
  }
  return (
    <Stack ref={place} gap={3} isFilled>
      {isReady && !outcome && <Before {...common} now={came} />}
      <CardView key={asked} card={card} name={name} reveal="at-once" onOutcome={hear}>
        {review ? (
          <Kept {...common} now={review.at} isStored={unkept === undefined} onAgain={again} />
        ) : (
          outcome &&
          isForReaders(card, outcome) && (
            <HowWas isKeeping={isKeeping} onSay={(rating) => void keep(rating, outcome.share)} />
          )
        )}
      </CardView>
    </Stack>
  );
}
