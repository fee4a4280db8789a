import Translate, { translate } from '@docusaurus/Translate';
import type { CSSProperties, ReactNode } from 'react';
import type { Bet, Figure as Amount } from '../../model/contract';
import { formatValue } from '../../views/format';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import type { Outcome } from './outcome';
import { sayScore } from './sayScore';
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
    <Stack isFilled>
      <Text size="body" isStrong>
        {sayScore(score)}
      </Text>
      {typeof given === 'number' && typeof truth === 'number' && amount ? (
        <Stack as="dl" isFilled gap={3}>
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
        </Stack>
      ) : (
        bet.kind === 'curve' && (
          <Text size="note" tone="soft">
            <Translate id="figure.bet.key">
              Dashed: your bet. A feature that lies up to 5 % of the axis too early or too late counts as right.
            </Translate>
          </Text>
        )
      )}
    </Stack>
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
      <Text as="dt" size="note" tone="soft">
        {label}
      </Text>
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
