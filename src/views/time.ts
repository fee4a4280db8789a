import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { ColumnHead } from '../model/contract';
import { formatNumber, formatValue, hasPrefixes, type Scaled, scaled } from './format';
import type { OverlayRole, TimeAxis } from './view';

/** The shared axis of pictures with time from left to right. */
export interface TimeLayout {
  x: ScaleLinear<number, number>;
  xScale: Scaled;
  xTicks: number[];
  xTitle: string;
}

interface TimeInput {
  /** The first column of the run. */
  head: ColumnHead & { values: ArrayLike<number> };
  /** Runs that are drawn on the same axis. */
  others?: readonly { role: OverlayRole | 'run'; values: ArrayLike<number> }[];
  /** Is the run still under way? */
  growing: boolean;
  /** Where it will then end, if that is known. */
  end?: number | undefined;
  /** Where the axis begins and ends, px. */
  range: readonly [number, number];
  narrow: boolean;
}

const NEAR_ZERO = 0.02;

/** The same for every view of a run, so that one cursor means the same in all of them. */
export function layoutTime({ head, others = [], growing, end, range, narrow }: TimeInput): TimeLayout {
  const { values, unit, meaning } = head;
  let low = values[0] ?? 0;
  let high = Math.max(values[values.length - 1] ?? end ?? 1, end ?? -Infinity);
  for (const { role, values: other } of others) {
    // Runs whose end is not known are drawn on the axis of the one before, so that it does not run away.
    if (role === 'ghost' && (!growing || end !== undefined)) continue;
    low = Math.min(low, other[0] ?? low);
    high = Math.max(high, other[other.length - 1] ?? high);
  }
  // A first sample shortly after 0 is no reason for an axis without its 0.
  if (low > 0 && low < NEAR_ZERO * high) low = 0;
  const x = scaleLinear()
    .domain(high > low ? [low, high] : [low, low + 1])
    .range(range);
  const xScale = scaled(unit, x.domain()[1]!);
  return {
    x,
    xScale,
    xTicks: x.ticks(Math.max(3, Math.round((range[1] - range[0]) / (narrow ? 64 : 88)))),
    xTitle: hasPrefixes(unit) ? `${meaning}, ${xScale.unit}` : meaning,
  };
}

/** The axis of a strip below a picture that shows one sample at a time: the cursor goes from sample to sample. */
export const stripAxis = (
  { x, left, right }: TimeLayout & { left: number; right: number },
  { top, bottom }: { top: number; bottom: number },
  times: ArrayLike<number>,
  events: readonly { t: number }[],
  at: TimeAxis['at'],
): TimeAxis => ({
  along: 'x',
  scale: x,
  plot: { left, right, top, bottom },
  step: times.length > 1 ? (times[times.length - 1]! - times[0]!) / (times.length - 1) : 1,
  stops: events.map(({ t }) => t),
  at,
});

/** A moment in words: "3.2 s", "round 12". */
export const sayTime = ({ name, unit }: ColumnHead, t: number): string =>
  hasPrefixes(unit) ? formatValue(t, unit) : `${name} ${formatNumber(t)}`;
