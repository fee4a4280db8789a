import type { Experiment, Parameter, Params, Value } from '../model/contract';
import { packText, unpackText } from '../text/packed';
import { check } from './parameters';
import { standing } from './views';

/** What a run is made of. */
export interface Setting {
  params: Params;
  seed: number;
}

/** What is shown of it, and what stands beside it. */
export interface Look {
  /** The name of the chosen view. */
  view: string;
  /** The setting that the reader keeps to compare with. */
  pin?: Setting;
  /** Several seeds as a band. */
  band: boolean;
  /** The kernel's curve over the model's. */
  linux: boolean;
  /** Where the cursor stands, in the unit of the first column. */
  t?: number;
}

export interface FigureState extends Setting {
  look: Look;
}

/** A value in a link that cannot be used; `parameter` is missing if there is none of that name. */
export interface BadValue {
  name: string;
  given: string;
  parameter?: Parameter;
  /** Instead of a parameter: what this part of the figure's look may be. */
  look?: 'kinds' | 'switch' | 'time';
}

export interface LinkState extends FigureState {
  bad: BadValue[];
}

/** What the parts of a look may be. */
const LOOKS: Record<string, BadValue['look']> = {
  view: 'kinds',
  band: 'switch',
  linux: 'switch',
  pin: 'switch',
  t: 'time',
};

/** Parameters of experiments may not have these names. */
const OWN = { seed: 'seed', view: 'view', pin: 'pin', band: 'band', linux: 'linux', t: 't' };

function checkSeed(text: string): number | undefined {
  const seed = Number(text);
  return text !== '' && Number.isSafeInteger(seed) && seed >= 0 ? seed : undefined;
}

export const firstLook = (experiment: Experiment): Look => ({
  view: standing(experiment)[0]!.name,
  band: false,
  linux: false,
});

/** As it stands in the address. */
function written(kind: Parameter['kind'] | undefined, value: Value): string {
  if (kind === 'code') return packText(String(value));
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}

function readValue(parameter: Parameter, given: string): Value | undefined {
  if (parameter.kind !== 'code') return check(parameter, given);
  const code = unpackText(given, parameter.most);
  return code === undefined ? undefined : check(parameter, code);
}

/** Reads `?name.parameter=value`; what can't be used keeps its value in `base`. */
export function readLink(search: string, name: string, experiment: Experiment, base: Params): LinkState {
  const state: LinkState = { params: { ...base }, seed: 1, look: firstLook(experiment), bad: [] };
  for (const [key, given] of new URLSearchParams(search)) {
    if (!key.startsWith(`${name}.`)) continue;
    const short = key.slice(name.length + 1);
    if (!readLook(state.look, short, given, experiment, base) && !readSetting(state, short, given, experiment))
      state.bad.push({
        name: short,
        given: given.length > 40 ? `${given.slice(0, 20)}…` : given,
        parameter: experiment.parameters.find((parameter) => parameter.name === short.replace(/^pin\./, '')),
        look: LOOKS[short],
      });
  }
  return state;
}

function readSetting(setting: Setting, name: string, given: string, { parameters }: Experiment): boolean {
  const parameter = parameters.find((candidate) => candidate.name === name);
  const value = parameter ? readValue(parameter, given) : name === OWN.seed ? checkSeed(given) : undefined;
  if (value === undefined) return false;
  if (parameter) setting.params[name] = value;
  else setting.seed = Number(value);
  return true;
}

const isSwitch = (given: string): boolean => given === 'on' || given === 'off';

/** `view`, `t`, `band`, `linux`, and `pin` with its own setting behind it: `pin=on&pin.rate=20`. */
function readLook(look: Look, name: string, given: string, experiment: Experiment, base: Params): boolean {
  switch (name) {
    case OWN.view:
      look.view = standing(experiment).find((each) => each.name === given)?.name ?? look.view;
      return look.view === given;
    case OWN.band:
      look.band = given === 'on';
      return isSwitch(given);
    case OWN.linux:
      look.linux = given === 'on';
      return isSwitch(given);
    case OWN.t: {
      const t = given === '' ? NaN : Number(given);
      if (Number.isFinite(t)) look.t = t;
      return Number.isFinite(t);
    }
    case OWN.pin:
      if (given === 'on') look.pin ??= { params: { ...base }, seed: 1 };
      return isSwitch(given);
  }
  if (!name.startsWith(`${OWN.pin}.`)) return false;
  const pin = look.pin ?? { params: { ...base }, seed: 1 };
  const isGood = readSetting(pin, name.slice(OWN.pin.length + 1), given, experiment);
  if (isGood) look.pin = pin;
  return isGood;
}

/** `search` with this figure's part replaced by what differs from `base`; other figures' parts stay. */
export function writeLink(
  search: string,
  name: string,
  experiment: Experiment,
  base: Params,
  { params, seed, look }: FigureState,
): string {
  const query = new URLSearchParams(search);
  for (const key of [...query.keys()]) if (key.startsWith(`${name}.`)) query.delete(key);
  const kinds = new Map(experiment.parameters.map(({ name: each, kind }) => [each, kind]));
  const write = (prefix: string, setting: Setting): void => {
    for (const [key, value] of Object.entries(setting.params))
      if (value !== base[key]) query.set(`${prefix}.${key}`, written(kinds.get(key), value));
    if (setting.seed !== 1) query.set(`${prefix}.${OWN.seed}`, String(setting.seed));
  };
  write(name, { params, seed });
  if (look.view !== firstLook(experiment).view) query.set(`${name}.${OWN.view}`, look.view);
  if (look.band) query.set(`${name}.${OWN.band}`, 'on');
  if (look.linux) query.set(`${name}.${OWN.linux}`, 'on');
  if (look.t !== undefined) query.set(`${name}.${OWN.t}`, String(Number(look.t.toPrecision(6))));
  if (look.pin) {
    query.set(`${name}.${OWN.pin}`, 'on');
    write(`${name}.${OWN.pin}`, look.pin);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
