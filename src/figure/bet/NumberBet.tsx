import { type ReactNode, useId, useMemo } from 'react';
import type { Figure as Amount, ValueBet } from '../../model/contract';
import { Notice } from '../../ui/Panel';
import { Row, Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { formatSetting } from '../../views/format';
import { readNumber } from '../controls/NumberControl';
import { useTyped } from '../controls/useTyped';
import { ValueField } from '../controls/ValueField';
import { betParameter } from './betParameter';
import { Ruler } from './Ruler';
import type { Betting } from './useBetting';
import css from './Bet.module.css';

interface NumberBetProps {
  bet: ValueBet;
  amount: Amount;
  betting: Betting;
  /** The same number in the run that the question starts from. */
  before: Amount | undefined;
}

/** The axis on which a number is bet, with a field for exact ones; then the truth beside it. */
export function NumberBet({ bet, amount, betting, before }: NumberBetProps): ReactNode {
  const { guess, outcome, truth } = betting;
  const errorId = useId();
  const { label, unit } = amount;
  const parameter = useMemo(() => betParameter(bet, { label, unit } as Amount), [bet, label, unit]);
  const value = guess.number ?? parameter.default;
  const say = (number: number): void => betting.say({ number });
  const typed = useTyped(parameter, value, (text) => readNumber(parameter, text), say);
  return (
    <Stack gap={2} isFilled>
      <Row gap={3} isApart isCentred>
        <Text size="note" isStrong>
          {label}
        </Text>
        <span className={css.typed} data-now={outcome === undefined}>
          <ValueField label={parameter.label} text={formatSetting(value, unit)} typed={typed} errorId={errorId} />
        </span>
      </Row>
      <Ruler
        {...{ bet, parameter, value }}
        isSaid={guess.number !== undefined}
        onChange={typed.clearing(say)}
        before={before}
        truth={outcome && truth?.summary[bet.summary]}
      />
      <Notice id={errorId} tone="bad" hidden={!typed.error}>
        <small>{typed.error}</small>
      </Notice>
    </Stack>
  );
}
