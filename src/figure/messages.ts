import { translate } from '@docusaurus/Translate';
import type { Experiment, NumberParameter, Parameter, Value } from '../model/contract';
import { formatSetting } from '../views/format';
import { columnWord } from '../views/words';
import type { Setting } from './urlState';

/** A parameter's value in words. */
export function saySetting(parameter: Parameter, value: Value | undefined): string {
  switch (parameter.kind) {
    case 'number':
      return parameter.special[String(value)] ?? formatSetting(Number(value), parameter.unit);
    case 'choice':
      return parameter.choices.find((choice) => choice.value === value)?.label ?? String(value);
    case 'flag':
      return value
        ? translate({ id: 'figure.flag.on', message: 'on' })
        : translate({ id: 'figure.flag.off', message: 'off' });
    case 'marks':
      return value === ''
        ? translate({ id: 'figure.marks.none', message: 'none' })
        : String(value).replaceAll(',', ', ');
    case 'code':
      return translate({ id: 'figure.code.other', message: 'other code' });
  }
}

/** How the setting `a` differs from where the controls stand now. */
export function differences({ parameters }: Experiment, a: Setting, now: Setting): string {
  const others = parameters
    .filter(({ name }) => a.params[name] !== now.params[name])
    .map((parameter) => `${parameter.label} ${saySetting(parameter, a.params[parameter.name])}`);
  if (a.seed !== now.seed)
    others.push(translate({ id: 'figure.compare.seed', message: 'seed {seed}' }, { seed: String(a.seed) }));
  return others.length > 0
    ? others.join(', ')
    : translate({ id: 'figure.compare.same', message: 'is the current setting. Move a control.' });
}

/** The word at a curve. */
export const columnLabel = columnWord(translate);

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
    case 'marks':
      return translate(
        { id: 'figure.allowed.marks', message: 'at most {most} whole numbers from 1 to {max}, separated by commas' },
        { most: String(parameter.most), max: String(parameter.max) },
      );
    case 'code':
      return translate(
        { id: 'figure.allowed.code', message: 'Python code of at most {most} characters' },
        { most: String(parameter.most) },
      );
  }
}

/** Beside a control: what was given, and what may be. */
export const refusal = (parameter: Parameter, given: string): string =>
  translate(
    { id: 'figure.refusal', message: '{label} can’t be “{given}”. Allowed: {allowed}.' },
    { label: parameter.label, given, allowed: allowed(parameter) },
  );
