import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Experiment, Figure as Amount } from '../../model/contract';
import tool from '../Tool.module.css';
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
    <div
      ref={panel}
      className={css.panel}
      role="group"
      tabIndex={-1}
      aria-label={translate({ id: 'figure.bet.panel', message: 'Your bet' })}
    >
      {bet.kind === 'value' && amount && !outcome && <NumberGuess key={bet.id} {...{ bet, amount, betting }} />}
      {bet.kind === 'value' && !outcome && !seen.isSheeted && (
        <p className={css.how}>
          <Translate id="figure.bet.before">The picture still shows the setting before.</Translate>
        </p>
      )}
      {bet.kind === 'curve' && !outcome && (
        <p className={css.how}>
          <Translate id="figure.bet.how">
            Draw it into the empty lane, with the mouse or a finger. By keyboard: left and right along the axis, up and
            down for the height.
          </Translate>
        </p>
      )}
      <div role="status">{outcome && <Verdict {...{ bet, outcome, amount }} />}</div>
      <div className={css.buttons}>
        {outcome ? (
          <button type="button" className={css.main} onClick={betting.finish}>
            <Translate id="figure.bet.finish">Go on</Translate>
          </button>
        ) : (
          <button type="button" className={css.main} disabled={!isSaid || !isReady} onClick={betting.reveal}>
            {isReady ? (
              <Translate id="figure.bet.reveal">Reveal</Translate>
            ) : (
              <Translate id="figure.bet.running">The model is running …</Translate>
            )}
          </button>
        )}
        {experiment.bets.length > 1 && (
          <button type="button" className={tool.tool} onClick={betting.start}>
            <Translate id="figure.bet.next">Next bet</Translate>
          </button>
        )}
        {!outcome && (
          <button type="button" className={tool.tool} onClick={betting.cancel}>
            <Translate id="figure.bet.cancel">No bet</Translate>
          </button>
        )}
      </div>
    </div>
  );
}
