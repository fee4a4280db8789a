import { translate } from '@docusaurus/Translate';
import { type ReactNode, useId, useMemo } from 'react';
import type { Figure as Amount, NumberParameter, ValueBet } from '../../model/contract';
import { Notice } from '../../ui/Panel';
import { formatSetting } from '../../views/format';
import { readNumber } from '../controls/NumberControl';
import { useTyped } from '../controls/useTyped';
import { ValueField } from '../controls/ValueField';
import css from './Bet.module.css';

/** The middle of the range, in round numbers: where a bet starts must not be a hint. */
function middleOf({ min, max, scale }: ValueBet): number {
  const middle = scale === 'log10' ? Math.sqrt(min * max) : (min + max) / 2;
  return Number(middle.toPrecision(1));
}

/** The number that is bet, as a parameter: with its range and scale it is moved and typed like any other. */
export function useBetParameter(bet: ValueBet | undefined, amount: Amount | undefined): NumberParameter | undefined {
  const { label, unit } = amount ?? {};
  return useMemo(
    () =>
      bet && label !== undefined && unit !== undefined
        ? {
            kind: 'number',
            name: 'bet',
            label: translate({ id: 'figure.bet.number', message: 'Your bet: {label}' }, { label }),
            knob: '',
            help: '',
            quantity: 'bet',
            unit,
            min: bet.min,
            max: bet.max,
            default: middleOf(bet),
            scale: bet.scale,
            step: null,
            integer: false,
            special: {},
            chance: false,
            matters_when: {},
          }
        : undefined,
    [bet, label, unit],
  );
}

interface TypedBetProps {
  parameter: NumberParameter;
  value: number;
  onChange: (value: number) => void;
}

/** The same number, typed. */
export function TypedBet({ parameter, value, onChange }: TypedBetProps): ReactNode {
  const errorId = useId();
  const typed = useTyped(parameter, value, (text) => readNumber(parameter, text), onChange);
  return (
    <>
      <div className={css.typed}>
        <b aria-hidden="true">{parameter.label}</b>
        <ValueField
          label={parameter.label}
          text={formatSetting(value, parameter.unit)}
          typed={typed}
          errorId={errorId}
        />
      </div>
      <Notice id={errorId} tone="bad" hidden={!typed.error}>
        <small>{typed.error}</small>
      </Notice>
    </>
  );
}
