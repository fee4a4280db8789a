import { bisector } from 'd3-array';
import type { Quantity } from '../../model/contract';

const before = bisector<number, number>((value) => value).right;

/** A column over the run's time. */
export interface Series {
  quantity: Quantity;
  unit: string;
  most: number;
  /** Between two samples it lies on the line that joins them; 0 where it has no value. */
  at: (t: number) => number;
  /** The last sample's value: of what counts. */
  last: (t: number) => number;
}

/** Something that flows: what has passed by any time, and when so much had passed. */
export interface Flow {
  quantity: Quantity;
  /** Where it is usually, when it flows at all. */
  usual: number;
  /** How fast it flows. */
  at: (t: number) => number;
  sum: (t: number) => number;
  when: (sum: number) => number;
}

/** A sample that is not there counts as none. */
const finite = (value: number | undefined): number => (Number.isFinite(value) ? value! : 0);

/** The last row that is not later than `t`. */
const rowAt = (times: ArrayLike<number>, t: number): number => Math.max(0, before(times as number[], t) - 1);

/** Between rows, on the line that joins them. */
function between(times: ArrayLike<number>, values: ArrayLike<number>, t: number): number {
  const i = rowAt(times, t);
  const from = finite(values[i]);
  const to = i + 1 < values.length ? finite(values[i + 1]) : from;
  const width = (times[i + 1] ?? NaN) - times[i]!;
  return width > 0 ? from + (to - from) * Math.min(1, Math.max(0, (t - times[i]!) / width)) : from;
}

export interface ColumnLike {
  values: ArrayLike<number>;
  quantity: Quantity;
  unit: string;
}

export function toSeries(times: ArrayLike<number>, { values, quantity, unit }: ColumnLike): Series {
  let most = 0;
  for (let i = 0; i < times.length; i++) most = Math.max(most, finite(values[i]));
  return {
    quantity,
    unit,
    most,
    at: (t) => between(times, values, t),
    last: (t) => finite(values[rowAt(times, t)]),
  };
}

/** What a rate is of; any other unit is that of a count so far. */
const RATE = /\/s$|^per s$|^%$/;
export const isRate = (unit: string): boolean => RATE.test(unit);

/** How much has passed by each time: rates are those of the time before a sample, and a count does not go back. */
export function passedBy(times: ArrayLike<number>, columns: readonly ColumnLike[]): Float64Array {
  const sums = new Float64Array(times.length);
  for (const { values, unit } of columns) {
    let sum = 0;
    for (let i = 0; i < times.length; i++) {
      if (!isRate(unit)) sum = Math.max(sum, finite(values[i]));
      else if (i > 0) sum += finite(values[i]) * (times[i]! - times[i - 1]!);
      sums[i]! += sum;
    }
  }
  return sums;
}

/** A flow by what has passed: never less than before. */
export function toFlow(times: ArrayLike<number>, sums: Float64Array, quantity: Quantity): Flow {
  const rates: number[] = [];
  for (let i = 1; i < times.length; i++) {
    const rate = (sums[i]! - sums[i - 1]!) / (times[i]! - times[i - 1]!);
    if (rate > 0 && Number.isFinite(rate)) rates.push(rate);
  }
  rates.sort((a, b) => a - b);
  return {
    quantity,
    usual: rates[Math.floor(rates.length * 0.6)] ?? 0,
    at(t) {
      const i = Math.min(rowAt(times, t), times.length - 2);
      const width = times[i + 1]! - times[i]!;
      return width > 0 ? (sums[i + 1]! - sums[i]!) / width : 0;
    },
    sum: (t) => between(times, sums, t),
    when(sum) {
      const i = Math.max(0, before(sums as unknown as number[], sum) - 1);
      const more = (sums[i + 1] ?? NaN) - sums[i]!;
      const width = (times[i + 1] ?? NaN) - times[i]!;
      return more > 0 ? times[i]! + (width * (sum - sums[i]!)) / more : times[i]!;
    },
  };
}
