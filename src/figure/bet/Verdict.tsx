import Translate, { translate } from '@docusaurus/Translate';
import type { CSSProperties, ReactNode } from 'react';
import type { Bet, Figure as Amount } from '../../model/contract';
import { formatValue } from '../../views/format';
import type { Outcome } from './outcome';
import { sayScore } from './words';
import css from './Bet.module.css';

interface VerdictProps {
  bet: Bet;
  outcome: Outcome;
  amount: Amount | undefined;
}

/** How good it was, in words; a number as a bar beside that of the truth. */
export function Verdict({ bet, outcome, amount }: VerdictProps): ReactNode {
  const { given, truth, score } = outcome;
  return (
    <>
      <p className={css.score}>{sayScore(score)}</p>
      {typeof given === 'number' && typeof truth === 'number' && amount ? (
        <dl className={css.bars}>
          <Bar
            label={translate({ id: 'figure.bet.yours', message: 'Your bet' })}
            text={formatValue(given, amount.unit)}
            share={given / Math.max(given, truth)}
          />
          <Bar
            label={amount.label}
            text={formatValue(truth, amount.unit)}
            share={truth / Math.max(given, truth)}
            isTrue
          />
        </dl>
      ) : (
        bet.kind === 'curve' && (
          <p className={css.how}>
            <Translate id="figure.bet.key">
              Dashed: your bet. A feature that lies up to 5 % of the axis too early or too late counts as right.
            </Translate>
          </p>
        )
      )}
    </>
  );
}

interface BarProps {
  label: string;
  text: string;
  share: number;
  isTrue?: boolean;
}

function Bar({ label, text, share, isTrue = false }: BarProps): ReactNode {
  return (
    <div className={css.bar}>
      <dt>{label}</dt>
      <dd>
        <span
          className={isTrue ? css.truth : css.given}
          style={{ '--share': `${(share || 0) * 100}%` } as CSSProperties}
          aria-hidden="true"
        />
        {text}
      </dd>
    </div>
  );
}
