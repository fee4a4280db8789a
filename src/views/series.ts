import { bisector } from 'd3-array';
import type { Quantity } from '../model/contract';
import type { Column } from '../model/types';

const before = bisector<number, number>((value) => value).right;

/** A column over the run's time. */
export interface Series {
  quantity: Quantity;
  unit: string;
  most: number;
  /** Between two samples it lies on the line that joins them; 0 where it has no value. */
  at: (t: number) => number;
  /** What it comes to from the start to `t`. */
  sum: (t: number) => number;
}

/** A step that is not there counts as none. */
const finite = (value: number | undefined): number => (Number.isFinite(value) ? value! : 0);

export function toSeries(times: ArrayLike<number>, { values, quantity, unit }: Column): Series {
  const sums = new Float64Array(times.length);
  let most = 0;
  for (let i = 0; i < times.length; i++) {
    most = Math.max(most, finite(values[i]));
    if (i > 0) sums[i] = sums[i - 1]! + finite(values[i]) * (times[i]! - times[i - 1]!);
  }
  const rowAt = (t: number): number => Math.max(0, before(times as number[], t) - 1);
  return {
    quantity,
    unit,
    most,
    at(t) {
      const i = rowAt(t);
      const [from, to] = [finite(values[i]), finite(values[i + 1] ?? values[i])];
      const width = (times[i + 1] ?? NaN) - times[i]!;
      return width > 0 ? from + (to - from) * Math.min(1, Math.max(0, (t - times[i]!) / width)) : from;
    },
    sum(t) {
      const i = rowAt(t);
      return sums[i]! + finite(values[i + 1] ?? values[i]) * (t - times[i]!);
    },
  };
}
