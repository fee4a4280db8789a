import { translate } from '@docusaurus/Translate';
import type { Figure as Amount, NumberParameter, ValueBet } from '../../model/contract';

/** The middle of the range, in round numbers: where a bet starts must not be a hint. */
function middleOf({ min, max, scale }: ValueBet): number {
  const middle = scale === 'log10' ? Math.sqrt(min * max) : (min + max) / 2;
  return Number(middle.toPrecision(1));
}

/** The number that is bet, as a parameter: with its range and scale it is moved and typed like any other. */
export const betParameter = (bet: ValueBet, { label, unit }: Amount): NumberParameter => ({
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
});

/** Round values along the range, so few that their labels stand apart on a phone. */
export function ticksOf({ min, max, scale }: ValueBet): number[] {
  if (scale === 'linear' || min <= 0) {
    const wide = (max - min) / 5;
    const power = 10 ** Math.floor(Math.log10(wide));
    const step = [1, 2, 2.5, 5, 10].find((each) => each * power >= wide)! * power;
    const first = Math.ceil(min / step);
    return Array.from({ length: Math.floor(max / step) - first + 1 }, (_, i) => (first + i) * step);
  }
  const marks = Math.log10(max / min) <= 1.7 ? [1, 2, 5] : [1];
  const powers = Array.from({ length: 20 }, (_, i) => 10 ** (i - 6));
  return powers
    .flatMap((power) => marks.map((mark) => Number((mark * power).toPrecision(1))))
    .filter((tick) => tick >= min && tick <= max);
}
