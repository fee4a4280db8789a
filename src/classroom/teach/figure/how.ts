/** How one parameter of a figure stands in a question: left alone, given, or drawn. */
import type { Parameter, Value } from '../../../model/contract';
import { isObject, type Json } from '../draft/path';

export type How = 'left' | 'fixed' | 'list' | 'range';
export type Access = 'open' | 'locked' | 'hidden';

export function howOf(value: Json | undefined): How {
  if (value === undefined) return 'left';
  if (!isObject(value)) return 'fixed';
  return 'of' in value ? 'list' : 'range';
}

/** What stands there when the way is chosen; `now`: the value that the figure has otherwise. */
export function begun(how: How, parameter: Parameter, now: Value): Json | undefined {
  switch (how) {
    case 'left':
      return undefined;
    case 'fixed':
      return now;
    case 'list':
      if (parameter.kind === 'choice') return { of: parameter.choices.map(({ value }) => value) };
      if (parameter.kind === 'flag') return { of: [false, true] };
      return { of: [now] };
    case 'range':
      return rangeAround(parameter, now);
  }
}

/** From half of a value to twice that, in ten round steps or so. */
function rangeAround(parameter: Parameter, now: Value): Json {
  if (parameter.kind !== 'number') return { of: [now] };
  const { min, max, integer } = parameter;
  const middle = typeof now === 'number' && now > 0 ? now : (min + max) / 2;
  const step = roundDown((middle * 1.5) / 10, integer);
  const low = Math.max(min, Math.round(middle / 2 / step) * step);
  const high = Math.min(max, Math.round((middle * 2) / step) * step);
  return { from: tidy(low), to: tidy(Math.max(low, high)), step: tidy(step) };
}

/** The largest of 1, 2, 5, 10, 20 … (or 0.5, 0.2 …) that is not larger. */
function roundDown(size: number, integer: boolean): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const step = [5, 2, 1].find((each) => each * power <= size * (1 + 1e-9))! * power;
  return integer ? Math.max(1, step) : step;
}

const tidy = (number: number): number => Number(number.toPrecision(9));

/** How many values a draw may give; undefined: it cannot be told. */
export function countOf(value: Json | undefined): number | undefined {
  if (!isObject(value)) return undefined;
  if (Array.isArray(value.of)) return new Set(value.of).size;
  const { from, to, step } = value;
  if (typeof from !== 'number' || typeof to !== 'number' || typeof step !== 'number' || !(step > 0)) return undefined;
  return to < from ? undefined : Math.floor((to - from) / step + 1e-9) + 1;
}
