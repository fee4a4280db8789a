import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { memory } from '../../memory';
import type { Rating } from '../../memory/types';
import type { Bank, Card } from '../../model/questions';
import { suggest } from '../suggest';
import { CardView } from '../cards/CardView';
import type { Outcome } from '../cards/props';
import { fromNow } from '../cards/when';
import { Waiting } from '../../classroom/question/Waiting';
import { Rate } from './Rate';
import { sourceOf } from './sourceOf';
import { anySeed, type Asker, needsPython, useAsked } from './useAsked';
import { Button } from '../../ui/Button';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';

export interface OneCardProps {
  bank: Bank;
  card: Card;
  ask: Asker;
}

/** A card that is asked beside the queue; its answer counts like any other. */
export function OneCard({ bank, card, ask }: OneCardProps): ReactNode {
  const { i18n } = useDocusaurusContext();
  const [seed, setSeed] = useState(anySeed);
  const asked = useAsked(ask, card, seed);
  const [outcome, setOutcome] = useState<Outcome>();
  const [next, setNext] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  if (!asked) return needsPython(card) && <Waiting failure={undefined} />;
  const source = sourceOf(bank, card);

  async function rate(rating: Rating): Promise<void> {
    setBusy(true);
    const interval = memory().intervals(card.id)[rating];
    try {
      await memory().answer(card.id, rating, 'practice', outcome?.share ?? undefined);
      setNext(fromNow(interval, i18n.currentLocale));
    } finally {
      setBusy(false);
    }
  }
  function again(): void {
    setOutcome(undefined);
    setNext(undefined);
    setSeed(anySeed());
  }
  return (
    <Stack gap={5} isFilled>
      <CardView
        key={seed}
        card={card}
        seed={asked.seed}
        name={`one-${card.id}`}
        reveal="at-once"
        onOutcome={setOutcome}
        {...(asked.posed && { posed: asked.posed })}
        {...(source && { source })}
      />
      {next !== undefined ? (
        <Text size="note" tone="soft" role="status">
          {translate({ id: 'practice.one.next', message: 'It comes back {next}.' }, { next })}{' '}
          <Button look="quiet" onClick={again}>
            <Translate id="practice.one.again">Ask it again</Translate>
          </Button>
        </Text>
      ) : (
        outcome && (
          <Rate
            {...suggest(card, outcome.share)}
            intervals={memory().intervals(card.id)}
            isSticky={false}
            disabled={isBusy}
            onRate={(rating) => void rate(rating)}
          />
        )
      )}
    </Stack>
  );
}
