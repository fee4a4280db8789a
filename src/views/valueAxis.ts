import { scaleLinear, scaleLog, type ScaleLinear, type ScaleLogarithmic } from 'd3-scale';
import type { ColumnHead } from '../model/contract';
import { formatNumber, formatValue, hasPrefixes, scaled } from './format';

export interface ValueAxis {
  scale: ScaleLinear<number, number> | ScaleLogarithmic<number, number>;
  isLog: boolean;
  ticks: number[];
  label: (tick: number) => string;
  /** With the unit, after what the column is called. */
  title: (called: string) => string;
}

/** Values that span more than this are drawn in powers of ten. */
const WIDE = 50;

export const isWide = (low: number, high: number): boolean => low > 0 && high / low > WIDE;

/** "packets waiting" says its unit, "round-trip time, ms" needs it. */
export const withUnit = (meaning: string, unit: string): string =>
  unit === '' || meaning.includes(unit) ? meaning : `${meaning}, ${unit}`;

/** Ticks of a log scale: 1, 2, 5, 10 … where there is room, else powers of ten. */
function logTicks(scale: ScaleLogarithmic<number, number>, count: number): number[] {
  const all = scale.ticks(count);
  const digitOf = (tick: number): number => Math.round(tick / 10 ** Math.floor(Math.log10(tick) + 1e-9));
  const round = all.filter((tick) => [1, 2, 5].includes(digitOf(tick)));
  return round.length <= count ? round : all.filter((tick) => digitOf(tick) === 1);
}

interface AxisInput {
  column: ColumnHead;
  domain: readonly [number, number];
  range: readonly [number, number];
  /** About how many ticks have room. */
  count: number;
  /** What to call a log scale. */
  logScale: string;
  /** Powers of ten, even if the values span little. */
  always?: boolean;
}

/** The axis for the values of a column: linear, or logarithmic where they span much; the title says which. */
export function valueAxis({ column: { unit }, domain, range, count, logScale, always }: AxisInput): ValueAxis {
  let [low, high] = domain;
  if (isWide(low, high) || (always && low > 0 && high > low)) {
    const scale = scaleLog().domain([low, high]).range(range);
    const label = (tick: number): string => (hasPrefixes(unit) ? formatValue(tick, unit) : formatNumber(tick));
    const title = (called: string): string => `${hasPrefixes(unit) ? called : withUnit(called, unit)} (${logScale})`;
    return { scale, isLog: true, ticks: logTicks(scale, count), label, title };
  }
  if (!(high > low)) [low, high] = [low - Math.abs(low) / 2, high + (Math.abs(high) / 2 || 1)];
  const scale = scaleLinear().domain([low, high]).nice(count).range(range);
  const { factor, unit: name } = scaled(unit, scale.domain()[1]!);
  const label = (tick: number): string => formatNumber(tick * factor);
  return { scale, isLog: false, ticks: scale.ticks(count), label, title: (called) => withUnit(called, name) };
}
