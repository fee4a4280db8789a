import { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo } from 'react';
import type { Figure as Amount, NumberParameter, ValueBet } from '../../model/contract';
import { NumberControl } from '../controls/NumberControl';
import type { Betting } from './useBetting';

interface NumberGuessProps {
  bet: ValueBet;
  amount: Amount;
  betting: Betting;
}

/** The middle of the range, in round numbers: where a bet starts must not be a hint. */
function middleOf({ min, max, scale }: ValueBet): number {
  const middle = scale === 'log10' ? Math.sqrt(min * max) : (min + max) / 2;
  return Number(middle.toPrecision(1));
}

/** The slider on which a number is bet. */
export function NumberGuess({ bet, amount, betting }: NumberGuessProps): ReactNode {
  const parameter = useMemo((): NumberParameter => {
    const { min, max, scale } = bet;
    return {
      kind: 'number',
      name: 'bet',
      label: translate({ id: 'figure.bet.number', message: 'Your bet: {label}' }, { label: amount.label }),
      knob: '',
      help: '',
      quantity: 'bet',
      unit: amount.unit,
      min,
      max,
      default: middleOf(bet),
      scale,
      step: null,
      integer: false,
      special: {},
      chance: false,
      matters_when: {},
    };
  }, [bet, amount]);
  const number = betting.guess.number ?? parameter.default;
  const say = (to: number): void => betting.say({ number: to });
  return (
    <NumberControl
      parameter={parameter}
      value={number}
      changed={betting.guess.number !== undefined}
      onChange={say}
      onReset={() => betting.say({})}
    />
  );
}
