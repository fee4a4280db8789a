import Link from '@docusaurus/Link';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { memory } from '../../memory';
import { dayStart } from '../../memory/day';
import type { CardState } from '../../memory/types';
import type { Bank } from '../../model/questions';
import type { Plan } from '../plan';
import { type Tally, tally } from '../tally';
import { fromNow } from '../cards/when';
import { Button } from '../../ui/Button';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';

interface EndedProps {
  ref?: Ref<HTMLHeadingElement>;
  bank: Bank;
  states: ReadonlyMap<string, CardState>;
  plan: Plan;
  /** Is only a part of the cards asked for? */
  isChosen: boolean;
  /** And there is no such card. */
  isNone: boolean;
  /** Are wrong bets asked for? */
  isBets: boolean;
  /** Of what is chosen, how many could be asked although they are not due. */
  ahead: number;
  /** How many were put off today. */
  skipped: number;
  onAhead: () => void;
  onAll: () => void;
  onChoose: () => void;
  onUnskip: () => void;
}

/** Nothing is due any more: what the day came to, and what could be done besides. */
export function Ended({ ref, bank, states, ...props }: EndedProps): ReactNode {
  const { plan, isChosen, isNone, isBets, ahead, skipped, onAhead, onAll, onChoose, onUnskip } = props;
  const { soon, tomorrow } = plan;
  const { i18n } = useDocusaurusContext();
  const [now] = useState(() => Date.now());
  const [day, setDay] = useState<Tally>();
  useEffect(() => {
    const chapters = new Map(bank.cards.map(({ id, chapter }) => [id, chapter]));
    let isOver = false;
    void memory()
      .reviews()
      .then((all) => {
        if (!isOver) setDay(tally(all, dayStart(Date.now()), (card) => chapters.get(card)));
      });
    return () => {
      isOver = true;
    };
  }, [bank, states]);
  const weakest = bank.chapters.find(({ id }) => id === day?.weakest);
  return (
    <Stack as="section" aria-labelledby="practice-ended">
      <Text as="h2" size="title" ref={ref} id="practice-ended" tabIndex={-1}>
        {isNone && isBets ? (
          <Translate id="practice.ended.bets">None of your bets was wrong.</Translate>
        ) : isNone ? (
          <Translate id="practice.ended.no">The book has no questions like that.</Translate>
        ) : isChosen ? (
          <Translate id="practice.ended.topic">None of these are due.</Translate>
        ) : soon === undefined ? (
          <Translate id="practice.ended">Done for today.</Translate>
        ) : (
          <Translate id="practice.ended.now">Done for now.</Translate>
        )}
      </Text>
      <Text size="body" isProse>
        {day && day.answered > 0 && (
          <>
            {translate(
              { id: 'practice.ended.count', message: '{answered} answered, {right} right.' },
              { answered: day.answered, right: day.right },
            )}{' '}
          </>
        )}
        {soon !== undefined &&
          translate(
            { id: 'practice.ended.soon', message: 'The next one comes back {soon}.' },
            { soon: fromNow(soon - now, i18n.currentLocale) },
          )}{' '}
        {!isNone && sayTomorrow(tomorrow)}
      </Text>
      <Stack as="ul" gap={2}>
        {isChosen && (
          <li>
            <Button look="quiet" onClick={onAll}>
              <Translate id="practice.ended.all">Ask about the whole book</Translate>
            </Button>
          </li>
        )}
        {ahead > 0 && (
          <li>
            <Button look="quiet" onClick={onAhead}>
              <Translate id="practice.ended.ahead">Continue with cards that aren’t due</Translate>
            </Button>
          </li>
        )}
        {skipped > 0 && (
          <li>
            <Button look="quiet" onClick={onUnskip}>
              {translate(
                { id: 'practice.ended.unskip', message: 'Ask the ones I put off today ({skipped})' },
                { skipped },
              )}
            </Button>
          </li>
        )}
        {!isChosen && (
          <li>
            <Button look="quiet" onClick={onChoose}>
              <Translate id="practice.ended.choose">Choose a topic</Translate>
            </Button>
          </li>
        )}
        {weakest && (
          <li>
            <Translate id="practice.ended.read" values={{ chapter: <Link to={weakest.url}>{weakest.title}</Link> }}>
              {'Read {chapter} again. It had the most wrong answers today.'}
            </Translate>
          </li>
        )}
        <li>
          <Link to="/interview/">
            <Translate id="practice.ended.interview">Try a mock interview</Translate>
          </Link>
        </li>
        <li>
          <Link to="/progress/">
            <Translate id="practice.ended.progress">See your progress</Translate>
          </Link>
        </li>
      </Stack>
    </Stack>
  );
}

function sayTomorrow(tomorrow: number): string {
  if (tomorrow === 0) return translate({ id: 'practice.ended.none', message: 'Nothing is due tomorrow.' });
  if (tomorrow === 1) return translate({ id: 'practice.ended.one', message: 'One is due tomorrow.' });
  return translate({ id: 'practice.ended.tomorrow', message: '{tomorrow} are due tomorrow.' }, { tomorrow });
}
