import type { Experiment, Parameter, Params } from '../../model/types';
import { check } from './parameters';

/** A value in a link that cannot be used; `parameter` is missing if there is none of that name. */
export interface BadValue {
  name: string;
  given: string;
  parameter?: Parameter;
}

export interface LinkState {
  params: Params;
  seed: number;
  bad: BadValue[];
}

const SEED = 'seed';

function checkSeed(text: string): number | undefined {
  const seed = Number(text);
  return text !== '' && Number.isSafeInteger(seed) && seed >= 0 ? seed : undefined;
}

/** Reads `?name.parameter=value`; what can't be used keeps its value in `base`. */
export function readLink(search: string, name: string, { parameters }: Experiment, base: Params): LinkState {
  const state: LinkState = { params: { ...base }, seed: 1, bad: [] };
  for (const [key, given] of new URLSearchParams(search)) {
    if (!key.startsWith(`${name}.`)) continue;
    const short = key.slice(name.length + 1);
    const parameter = parameters.find((candidate) => candidate.name === short);
    const value = short === SEED && !parameter ? checkSeed(given) : parameter && check(parameter, given);
    if (value === undefined) state.bad.push({ name: short, given, parameter });
    else if (parameter) state.params[short] = value;
    else state.seed = Number(value);
  }
  return state;
}

/** `search` with this figure's part replaced by what differs from `base`; other figures' parts stay. */
export function writeLink(search: string, name: string, base: Params, params: Params, seed: number): string {
  const query = new URLSearchParams(search);
  for (const key of [...query.keys()]) if (key.startsWith(`${name}.`)) query.delete(key);
  for (const [key, value] of Object.entries(params))
    if (value !== base[key])
      query.set(`${name}.${key}`, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
  if (seed !== 1) query.set(`${name}.${SEED}`, String(seed));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
