import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { memory } from '../../memory';
import type { BetCard } from '../bets';
import { suggest } from '../suggest';
import { CardView } from '../cards/CardView';
import type { CardSource } from '../cards/props';
import { Waiting } from '../../classroom/question/Waiting';
import { BetPicture } from './BetPicture';
import { Stack } from '../../ui/layout';
import { Rate } from './Rate';
import { needsPython } from './useAsked';
import type { Review } from './useReview';

interface AskedProps {
  review: Review;
  bets: ReadonlyMap<string, BetCard>;
  source: CardSource | undefined;
  /** Does the focus go with the card, as the reader has moved on? */
  movedRef: RefObject<boolean>;
}

/** The card that is asked, and how well it was known. */
export function Asked({ review, bets, source, movedRef }: AskedProps): ReactNode {
  const { showing, asked, change, rate, isBusy } = review;
  const root = useRef<HTMLDivElement>(null);
  const key = showing?.key;
  const isThere = asked !== undefined;
  useLayoutEffect(() => {
    if (!movedRef.current) return;
    const heading = root.current?.querySelector<HTMLElement>('h2');
    if (isThere && heading) {
      movedRef.current = false;
      heading.tabIndex = -1;
      heading.focus();
    } else root.current?.focus();
  }, [key, isThere, movedRef]);

  // What was taken back is shown as a whole, and nothing is marked anew.
  const { isBack, outcome } = showing ?? {};
  useEffect(() => {
    if (isBack && !outcome) change({ outcome: { share: null, isPassed: true, met: [] } });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each card that comes back
  }, [key]);

  if (!showing) return null;
  const { card, answer } = showing;
  const curve = bets.get(card.id)?.curve;
  return (
    <Stack ref={root} gap={5} isFilled tabIndex={-1} data-asked={card.id}>
      {asked ? (
        <CardView
          key={`${key}`}
          card={card}
          seed={asked.seed}
          name="review"
          reveal={isBack ? 'open' : 'at-once'}
          answer={answer}
          onAnswer={(next) => change({ answer: next })}
          onOutcome={(next) => change({ outcome: next })}
          level={2}
          {...(isBack && outcome && { share: outcome.share, met: outcome.met })}
          {...(asked.posed && { posed: asked.posed })}
          {...(source && { source })}
        >
          {curve && <BetPicture curve={curve} />}
        </CardView>
      ) : (
        needsPython(card) && <Waiting failure={undefined} />
      )}
      {curve && !outcome && (
        <small>
          <Translate id="practice.bet.draw">
            Draw it in your mind or on paper. The answer shows what you drew last time.
          </Translate>
        </small>
      )}
      {asked && needsPython(card) && !outcome && (
        <small>
          {asked.failure !== undefined
            ? translate(
                {
                  id: 'practice.book',
                  message: 'The model can’t run here ({reason}), so these are the book’s values.',
                },
                { reason: asked.failure },
              )
            : translate({ id: 'practice.fresh', message: 'New values each time.' })}
        </small>
      )}
      {outcome && (
        <Rate
          {...suggest(card, outcome.share)}
          intervals={memory().intervals(card.id)}
          isSticky
          disabled={isBusy}
          onRate={(rating) => void rate(rating)}
        />
      )}
    </Stack>
  );
}
