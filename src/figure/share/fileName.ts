import type { Experiment, Params } from '../../model/contract';
import { settingOf } from '../parameters';

/** Longer values, such as a piece of Python, say too much for a name. */
const LONGEST_VALUE = 24;
const LONGEST = 100;

const safe = (text: string): string => text.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^[-.]+|[-.]+$/g, '');

/** `send-buffer-sndbuf-65536.csv`: what differs from the defaults, in characters that every file system takes. */
export function fileName(experiment: Experiment, params: Params, seed: number, extension: string): string {
  const defaults = settingOf(experiment, undefined);
  const changed = Object.entries(params)
    .filter(([name, value]) => value !== defaults[name] && String(value).length <= LONGEST_VALUE)
    .map(([name, value]) => `${name}-${typeof value === 'boolean' ? (value ? 'on' : 'off') : value}`);
  if (seed !== 1) changed.push(`seed-${seed}`);
  return `${safe([experiment.id, ...changed].join('-').slice(0, LONGEST))}.${extension}`;
}
