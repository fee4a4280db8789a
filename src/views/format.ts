import { formatLocale } from 'd3-format';
import type { Figure } from '../model/contract';

/** Numbers and units as a person says them: 262144 B of results → 262 kB, 0.045 s → 45 ms. */

export interface Scaled {
  /** Multiply a value by this before printing it with `unit`. */
  factor: number;
  unit: string;
}

type Ladder = readonly (readonly [from: number, factor: number, unit: string])[];

/** For each unit the steps of its prefixes, largest first; `from` in the unit itself. */
const LADDERS: Record<string, Ladder> = {
  B: [
    [1e9, 1e-9, 'GB'],
    [1e6, 1e-6, 'MB'],
    [1e3, 1e-3, 'kB'],
    [0, 1, 'B'],
  ],
  kB: [
    [1e6, 1e-6, 'GB'],
    [1e3, 1e-3, 'MB'],
    [1, 1, 'kB'],
    [0, 1e3, 'B'],
  ],
  MB: [
    [1e3, 1e-3, 'GB'],
    [1, 1, 'MB'],
    [0, 1e3, 'kB'],
  ],
  'B/s': [
    [1e9, 1e-9, 'GB/s'],
    [1e6, 1e-6, 'MB/s'],
    [1e3, 1e-3, 'kB/s'],
    [0, 1, 'B/s'],
  ],
  'Mbit/s': [
    [1e3, 1e-3, 'Gbit/s'],
    [0.1, 1, 'Mbit/s'],
    [0, 1e3, 'kbit/s'],
  ],
  s: [
    [1, 1, 's'],
    [1e-3, 1e3, 'ms'],
    [0, 1e6, 'µs'],
  ],
  ms: [
    [1e4, 1e-3, 's'],
    [1, 1, 'ms'],
    [0, 1e3, 'µs'],
  ],
};

/** Is the unit printed with other prefixes as values grow? */
export const hasPrefixes = (unit: string): boolean => unit in LADDERS;

/** The prefix that suits a value (or the largest value of an axis). */
export function scaled(unit: string, size: number): Scaled {
  const magnitude = Math.abs(size);
  const ladder = LADDERS[unit];
  if (!ladder || !(magnitude > 0)) return { factor: 1, unit };
  const [, factor, name] = ladder.find(([from]) => magnitude >= from) ?? ladder[ladder.length - 1]!;
  return { factor, unit: name };
}

const locale = formatLocale({ decimal: '.', thousands: ',', grouping: [3], currency: ['', ''], minus: '−' });
const large = locale.format(',.0f');
const whole = locale.format('.0f');
const three = locale.format('.3~r');
const two = locale.format('.2~r');

/** The digits that matter: 0.045, 3.14, 1448, 25,000. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const magnitude = Math.abs(value);
  const format = magnitude >= 1e4 ? large : magnitude >= 100 ? whole : magnitude >= 1 ? three : two;
  return format(value);
}

/** One of what is counted: 1 packet, 2 packets; symbols as they are. */
const named = (number: string, unit: string): string =>
  number === '1' && /^[a-z]{3,}s$/.test(unit) ? unit.slice(0, -1) : unit;

const join = (number: string, unit: string): string =>
  unit === '' || unit === '%' ? number + unit : `${number}\u00a0${named(number, unit)}`;

/** A measured value: rounded, with the prefix that suits it. */
export function formatValue(value: number, unit: string): string {
  const scale = scaled(unit, value);
  return join(formatNumber(value * scale.factor), scale.unit);
}

/** From a value to another, with the unit once: that of the larger one. */
export function formatRange([low, high]: readonly number[], unit: string): string {
  const scale = scaled(unit, high!);
  const [from, to] = [low!, high!].map((value) => formatNumber(value * scale.factor));
  return join(from === to ? to! : `${from}–${to}`, scale.unit);
}

/** A number of a summary: from the lowest to the highest where chance decides. */
export const formatFigure = ({ value, unit, band }: Figure): string =>
  band ? formatRange(band, unit) : value === null ? '–' : formatValue(value, unit);

/** A share in per cent, to a tenth. */
export const formatShare = (share: number): string => `${formatNumber(Math.round(1000 * share) / 10)}%`;

const BINARY: readonly (readonly [number, string])[] = [
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
];

/** A set value: never rounded. Whole multiples of 1024 bytes are said in KiB, as sysctl values are thought of. */
export function formatSetting(value: number, unit: string): string {
  if (unit === 'B' && value !== 0) {
    const [size, name] = BINARY.find(([step]) => (value / step) % 0.25 === 0 && value >= step) ?? [0, ''];
    if (size > 0) return join(String(value / size), name);
  }
  const { factor, unit: name } = scaled(unit, value);
  const short = Number((value * factor).toPrecision(12));
  const long = String(short).replace('.', '').length > 6;
  return long ? join(String(value), unit) : join(String(short), name);
}
