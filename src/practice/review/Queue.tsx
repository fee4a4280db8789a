import { useHistory, useLocation } from '@docusaurus/router';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDesk } from '../../classroom/useDesk';
import type { Snapshot } from '../../memory';
import type { Bank } from '../../model/questions';
import { type Filter, filterIn, fits, isChosen, NO_FILTER, searchOf } from '../filter';
import { Asked } from './Asked';
import { Choose, chosenInWords } from './Choose';
import { Ended } from './Ended';
import { Keys } from './Keys';
import { Fold } from './Fold';
import { Questions } from './Questions';
import { sourceOf } from './sourceOf';
import { Top } from './Top';
import { askerOf } from './useAsked';
import { useCards } from './useCards';
import { useKeys } from './useKeys';
import { useReview } from './useReview';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import css from './Practice.module.css';

interface QueueProps {
  bank: Bank;
  snapshot: Snapshot;
}

/** What is due, one card after the other, and what else can be asked. */
export function Queue({ bank, snapshot }: QueueProps): ReactNode {
  const history = useHistory();
  const { search } = useLocation();
  const { desk, status } = useDesk();
  const filter = useMemo(() => filterIn(search, bank), [search, bank]);
  const { cards, inTurn, bets } = useCards(bank, snapshot.states);
  const chosen = useMemo(() => inTurn.filter((card) => fits(card, filter)), [inTurn, filter]);
  const ask = useMemo(() => askerOf(desk), [desk]);
  const only = filter.card === '' ? undefined : filter.card;
  const review = useReview({
    cards,
    chosen,
    only,
    ahead: filter.ahead,
    snapshot,
    ask,
    isPythonReady: status.state === 'ready' || status.state === 'failed',
  });
  const { showing, plan, left, answered, skipped } = review;

  const root = useRef<HTMLElement>(null);
  const topics = useRef<HTMLDetailsElement>(null);
  const end = useRef<HTMLHeadingElement>(null);
  const movedRef = useRef(false);
  const [isKeys, setKeys] = useState(false);
  const [isList, setList] = useState(false);
  const isOver = !showing && left === 0 && !review.isBusy;
  useLayoutEffect(() => {
    if (!isOver || !movedRef.current) return;
    movedRef.current = false;
    end.current?.focus();
  }, [isOver]);

  const moving =
    <A extends unknown[]>(action: (...args: A) => unknown) =>
    (...args: A): void => {
      movedRef.current = true;
      void action(...args);
    };
  const rate = moving(review.rate);
  const undo = moving(review.undo);
  const skip = moving(review.skip);
  const go = (next: Filter): void => history.replace({ search: searchOf(next, search) });
  const goOn = moving(() => go({ ...filter, card: '' }));
  useKeys(root, {
    rate: (rating) => showing?.outcome && rate(rating),
    undo: () => snapshot.canUndo && undo(),
    skip: () => showing && !only && skip(),
    list: () => setKeys(true),
    isShown: showing?.outcome !== undefined,
  });

  return (
    <>
      <Stack
        as="section"
        gap={6}
        isFilled
        ref={root}
        className={css.review}
        aria-label={translate({ id: 'practice.review', message: 'Review' })}
        data-shown={showing?.outcome !== undefined}
      >
        <Top plan={plan} only={only !== undefined} ahead={filter.ahead} answered={answered} left={left} onAll={goOn}>
          <details ref={topics} className={css.topics} data-only="screen">
            <summary>
              {chosenInWords(bank, filter) || <Translate id="practice.choose.topic">Choose a topic</Translate>}
            </summary>
            <Choose bank={bank} filter={filter} hasBets={bets.size > 0} onChange={go} />
          </details>
        </Top>

        {showing && (
          <Asked
            review={{ ...review, rate: async (rating) => rate(rating) }}
            {...{ bets, movedRef }}
            source={sourceOf(bank, showing.card)}
          />
        )}
        {isOver && only !== undefined && (
          <Stack as="section">
            <Text as="h2" size="title" ref={end} tabIndex={-1}>
              {cards.has(only) ? (
                <Translate id="practice.only.done">Answered.</Translate>
              ) : (
                translate({ id: 'practice.only.none', message: 'There is no card “{only}”.' }, { only })
              )}
            </Text>
            <Button look="quiet" onClick={goOn}>
              <Translate id="practice.only.on">Continue with what’s due</Translate>
            </Button>
          </Stack>
        )}
        {isOver && only === undefined && (
          <Ended
            ref={end}
            bank={bank}
            states={snapshot.states}
            plan={plan}
            isChosen={isChosen(filter)}
            isNone={chosen.length === 0}
            isBets={filter.type === 'bet'}
            ahead={filter.ahead ? 0 : plan.ahead.length}
            skipped={skipped}
            onAhead={moving(() => go({ ...filter, ahead: true }))}
            onAll={moving(() => go(NO_FILTER))}
            onUnskip={moving(review.unskip)}
            onChoose={() => {
              topics.current!.open = true;
              topics.current!.querySelector('select')?.focus();
            }}
          />
        )}

        <Row gap={3} className={css.tools} data-only="screen">
          {showing && !showing.outcome && only === undefined && (
            <Button look="tool" onClick={skip}>
              <Translate id="practice.skip">Not today</Translate>
              <kbd aria-hidden="true">S</kbd>
            </Button>
          )}
          {snapshot.canUndo && (
            <Button look="tool" onClick={undo}>
              <Translate id="practice.undo">Undo the last answer</Translate>
              <kbd aria-hidden="true">U</kbd>
            </Button>
          )}
          <Button look="tool" className={css.keys} onClick={() => setKeys(true)}>
            <Translate id="practice.keys">Keys</Translate>
            <kbd aria-hidden="true">?</kbd>
          </Button>
        </Row>
      </Stack>
      {isKeys && <Keys onClose={() => setKeys(false)} />}

      <Fold
        title={<Translate id="practice.questions">All questions</Translate>}
        onToggle={({ currentTarget }) => setList(currentTarget.open)}
      >
        {isList && <Questions bank={bank} states={snapshot.states} ask={ask} />}
      </Fold>
    </>
  );
}
