import type { ValueBet } from '../../model/contract';

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
