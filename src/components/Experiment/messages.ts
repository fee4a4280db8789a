import { translate } from '@docusaurus/Translate';
import type { NumberParameter, Parameter } from '../../model/types';
import { formatSetting } from '../../views/format';
import type { CountWord } from '../../views/marks';

/** "3 losses" where events stand too close to be named one by one. */
export const countWord: CountWord = (count, kinds) => {
  const values = { count };
  const only = kinds.size === 1 ? [...kinds][0] : undefined;
  if (only === 'loss' || only === 'recovery' || only === 'drop')
    return translate({ id: 'figure.marks.losses', message: '{count} losses' }, values);
  if (only === 'timeout' || only === 'rto')
    return translate({ id: 'figure.marks.timeouts', message: '{count} timeouts' }, values);
  return translate({ id: 'figure.marks.events', message: '{count} events' }, values);
};

/** The word at a curve. Names are those of `ss` and the kernel; only what is no word at all is spelled out. */
export const columnLabel = (name: string): string =>
  name === 'inflight' ? translate({ id: 'figure.column.inflight', message: 'in flight' }) : name.replaceAll('_', ' ');

function allowedNumber({ min, max, unit, integer, special }: NumberParameter): string {
  const values = { min: formatSetting(min, unit), max: formatSetting(max, unit) };
  const range = integer
    ? translate({ id: 'figure.allowed.integer', message: 'a whole number from {min} to {max}' }, values)
    : translate({ id: 'figure.allowed.number', message: 'a number from {min} to {max}' }, values);
  const others = Object.entries(special).map(([value, meaning]) =>
    translate({ id: 'figure.allowed.special', message: ', or {value} ({meaning})' }, { value, meaning }),
  );
  return range + others.join('');
}

/** What a parameter may be, in words. */
export function allowed(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'number':
      return allowedNumber(parameter);
    case 'choice':
      return translate(
        { id: 'figure.allowed.choice', message: 'one of {values}' },
        { values: parameter.choices.map(({ value }) => value).join(', ') },
      );
    case 'flag':
      return translate({ id: 'figure.allowed.flag', message: 'on or off' });
  }
}

/** Beside a control: what was given, and what may be. */
export const refusal = (parameter: Parameter, given: string): string =>
  translate(
    { id: 'figure.refusal', message: '{label} = {given}: allowed is {allowed}.' },
    { label: parameter.label, given, allowed: allowed(parameter) },
  );
