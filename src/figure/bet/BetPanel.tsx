import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Experiment, Figure as Amount } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { NumberGuess } from './NumberGuess';
import { Verdict } from './Verdict';
import type { Betting } from './useBetting';
import css from './Bet.module.css';

interface PanelProps {
  betting: Betting;
  experiment: Experiment;
  /** The number that a value bet is about, with its label and unit, as any run of the figure has it. */
  amounts: Record<string, Amount>;
}

/** Where the controls are otherwise: what the reader says, the reveal, and the verdict. */
export function BetPanel({ betting, experiment, amounts }: PanelProps): ReactNode {
  const { bet, guess, outcome, isReady, isByHand, seen } = betting;
  const panel = useRef<HTMLDivElement>(null);
  const isRevealed = outcome !== undefined;
  // The button that was pressed is gone: the keyboard goes on from here. A figure that opens with a bet takes no focus.
  useEffect(() => {
    if (isByHand) panel.current?.focus({ preventScroll: true });
  }, [bet, isRevealed, isByHand]);
  if (!bet) return null;
  const amount = bet.kind === 'value' ? amounts[bet.summary] : undefined;
  const isSaid = bet.kind === 'value' ? guess.number !== undefined : guess.drawn !== undefined;
  return (
    <Stack
      ref={panel}
      isFilled
      className={css.bet}
      role="group"
      tabIndex={-1}
      aria-label={translate({ id: 'figure.bet.panel', message: 'Your bet' })}
    >
      {bet.kind === 'value' && amount && !outcome && <NumberGuess key={bet.id} {...{ bet, amount, betting }} />}
      {bet.kind === 'value' && !outcome && !seen.isSheeted && (
        <Text size="note" tone="soft">
          <Translate id="figure.bet.before">The picture still shows the setting before.</Translate>
        </Text>
      )}
      {bet.kind === 'curve' && !outcome && (
        <Text size="note" tone="soft">
          <Translate id="figure.bet.how">
            Draw it into the empty lane, with the mouse or a finger. By keyboard: left and right along the axis, up and
            down for the height.
          </Translate>
        </Text>
      )}
      <div role="status">{outcome && <Verdict {...{ bet, outcome, amount }} />}</div>
      <Row gap={3} isCentred data-only="screen">
        {outcome ? (
          <Button look="main" onClick={betting.finish}>
            <Translate id="figure.bet.finish">Go on</Translate>
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
        {experiment.bets.length > 1 && (
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
    </Stack>
  );
}
