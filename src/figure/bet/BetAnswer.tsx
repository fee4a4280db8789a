import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Figure as Amount } from '../../model/contract';
import { keepUnits } from '../../text/units';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { Room } from '../Room';
import { TypedBet, useBetParameter } from './TypedBet';
import { Ruler } from './Ruler';
import { longestScores, sayScore } from './sayScore';
import type { Betting } from './useBetting';
import css from './Bet.module.css';

interface AnswerProps {
  betting: Betting;
  /** The id of the question. */
  question: string;
  /** Can another bet be placed here? */
  hasMore: boolean;
  /** The numbers of any run of the figure: for labels and units, and once it is revealed, of the truth. */
  amounts: Record<string, Amount>;
  /** All that may be said of what is seen, so that nothing moves when it is. */
  sentences: readonly string[];
}

/** Below the picture: what the reader says, the reveal, how good it was, and what it means. */
export function BetAnswer({ betting, question, hasMore, amounts, sentences }: AnswerProps): ReactNode {
  const { bet, guess, outcome, isReady, isByHand, premise, truth, isPremiseAsked } = betting;
  const group = useRef<HTMLDivElement>(null);
  const isRevealed = outcome !== undefined;
  // The button that was pressed is gone: the keyboard goes on from here. A figure that opens with a bet takes no focus.
  useEffect(() => {
    if (isByHand) group.current?.focus({ preventScroll: true });
  }, [bet, isRevealed, isByHand]);
  const number = bet?.kind === 'value' ? bet : undefined;
  const amount = number && amounts[number.summary];
  const parameter = useBetParameter(number, amount);
  if (!bet) return null;
  const value = guess.number ?? parameter?.default ?? 0;
  const say = (to: number): void => betting.say({ number: to });
  const isSaid = bet.kind === 'value' ? guess.number !== undefined : guess.drawn !== undefined;
  const said = truth?.sentence ?? '';
  return (
    <Stack
      ref={group}
      gap={3}
      isFilled
      className={css.bet}
      role="group"
      tabIndex={-1}
      aria-label={translate({ id: 'figure.bet.panel', message: 'Your bet' })}
      aria-describedby={question}
    >
      {number && amount && parameter && (
        <Ruler
          key={bet.id}
          bet={number}
          label={amount.label}
          {...{ parameter, value }}
          isSaid={isSaid}
          onChange={say}
          before={isPremiseAsked ? undefined : premise?.summary[number.summary]}
          truth={outcome && truth?.summary[number.summary]}
        />
      )}
      <div className={css.answer}>
        <div className={css.says}>
          <div data-now={!isRevealed} data-only="screen">
            {parameter && <TypedBet key={bet.id} {...{ parameter, value }} onChange={say} />}
            <Text size="note" tone="soft">
              {!number ? (
                <Translate id="figure.bet.how">
                  Draw it with the mouse or a finger. On the keyboard, left and right move along the axis, and up and
                  down set the height. A feature up to 5% of the axis too early or too late still counts as right.
                </Translate>
              ) : isPremiseAsked ? (
                <Translate id="figure.bet.number.how">Drag the marker to your answer, or type it.</Translate>
              ) : (
                <Translate id="figure.bet.number.before">
                  Drag the marker to your answer, or type it. The picture still shows the run before the change.
                </Translate>
              )}
            </Text>
          </div>
          <div role="status" data-now={isRevealed}>
            <Text as={Room} size="note" isStrong texts={longestScores()}>
              {outcome && sayScore(outcome.score)}
            </Text>
            <Text as={Room} size="note" texts={[...sentences, said].map(keepUnits)}>
              {isRevealed && keepUnits(said)}
            </Text>
          </div>
        </div>
        <Row gap={3} isCentred className={css.ways} data-only="screen">
          {outcome ? (
            <Button look="main" onClick={betting.finish}>
              <Translate id="figure.bet.finish">Done</Translate>
            </Button>
          ) : (
            <Button look="main" disabled={!isSaid || !isReady} onClick={betting.reveal}>
              {isReady ? (
                <Translate id="figure.bet.reveal">Reveal</Translate>
              ) : (
                <Translate id="figure.bet.running">The model is running …</Translate>
              )}
            </Button>
          )}
          {hasMore && (
            <Button look="tool" onClick={betting.start}>
              <Translate id="figure.bet.next">Next bet</Translate>
            </Button>
          )}
          {!outcome && (
            <Button look="tool" onClick={betting.cancel}>
              <Translate id="figure.bet.cancel">No bet</Translate>
            </Button>
          )}
        </Row>
      </div>
    </Stack>
  );
}
