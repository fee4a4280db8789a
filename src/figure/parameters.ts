import type {
  Bet,
  Experiment,
  MarksParameter,
  NumberParameter,
  Parameter,
  Params,
  Preset,
  Value,
} from '../model/contract';
import { KERNEL } from '../model/kernels';

/** The setting a figure starts from: every parameter's default, and what the preset says otherwise. */
export function settingOf({ parameters }: Experiment, preset: Pick<Preset, 'values'> | undefined): Params {
  const defaults = Object.fromEntries(parameters.map(({ name, default: value }) => [name, value]));
  return { ...defaults, ...preset?.values };
}

/** The same on the reader's kernel, unless the preset is about one. */
export function onKernel(kernel: string, { parameters }: Experiment, preset: Pick<Preset, 'values'>): Params {
  const choice = parameters.find((each) => each.name === KERNEL);
  const isFree = choice?.kind === 'choice' && !(KERNEL in preset.values);
  return isFree && choice.choices.some(({ value }) => value === kernel) ? { [KERNEL]: kernel } : {};
}

/** The presets and bets that parameters which cannot be moved do not rule out. */
export function possible(
  experiment: Experiment,
  fixed: readonly string[],
  params: Params,
): Pick<Experiment, 'presets' | 'bets'> {
  const isPossible = (at: Preset | Bet): boolean => {
    const setting = settingOf(experiment, at);
    return fixed.every((name) => setting[name] === params[name]);
  };
  return { presets: experiment.presets.filter(isPossible), bets: experiment.bets.filter(isPossible) };
}

/** The preset of this id, or the first. A wrong id is an author's slip and must not pass the build. */
export function presetOf({ id: experiment, presets }: Experiment, id: string | undefined): Preset {
  const preset = id === undefined ? presets[0] : presets.find((candidate) => candidate.id === id);
  if (preset) return preset;
  throw new Error(`${experiment} has no preset "${id}"; it has ${presets.map((each) => each.id).join(', ')}`);
}

/** Whether it has an effect while the others are as they are. */
export function matters({ matters_when: needed }: Parameter, params: Params): boolean {
  const others = Object.entries(needed);
  return others.length === 0 || others.some(([name, values]) => values.includes(params[name]!));
}

export const sameSetting = (a: Params, b: Params): boolean => Object.keys(a).every((name) => a[name] === b[name]);

const WORDS: Record<string, boolean> = {
  on: true,
  true: true,
  1: true,
  yes: true,
  off: false,
  false: false,
  0: false,
  no: false,
};

function checkNumber({ min, max, integer, special }: NumberParameter, raw: Value): number | undefined {
  const text = String(raw).trim();
  const value = typeof raw === 'boolean' || text === '' ? NaN : Number(text);
  const allowed = (value >= min && value <= max) || String(value) in special;
  return allowed && Number.isFinite(value) && (!integer || Number.isInteger(value)) ? value : undefined;
}

/** The numbers of a `marks` value. */
export const numbersOf = (value: Value | undefined): number[] =>
  String(value ?? '')
    .split(',')
    .filter(Boolean)
    .map(Number);

/** In order and without doubles, as Python has it. */
function checkMarks({ max, most }: MarksParameter, text: string): string | undefined {
  const numbers = [
    ...new Set(
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number),
    ),
  ].sort((a, b) => a - b);
  const good = numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= max);
  return good && numbers.length <= most ? numbers.join(',') : undefined;
}

/** `raw` (also from a link, as text) as a value the parameter may take; undefined if it may not. */
export function check(parameter: Parameter, raw: Value): Value | undefined {
  switch (parameter.kind) {
    case 'number':
      return checkNumber(parameter, raw);
    case 'choice':
      return parameter.choices.find(({ value }) => value === String(raw))?.value;
    case 'flag':
      return WORDS[String(raw).toLowerCase()];
    case 'marks':
      return checkMarks(parameter, String(raw));
    case 'code':
      return String(raw).length <= parameter.most ? String(raw) : undefined;
  }
}
