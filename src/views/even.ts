import { min, pairs, range } from 'd3-array';

/** More samples than this tell no more about a distribution. */
const MOST = 5000;
/** Steps that differ by less are the same. */
const SAME = 1.01;

/**
 * The values of a curve at equal steps of x, so that each counts for as long as it lasted. A run that is sampled
 * evenly comes back as it is; of one that was thinned out, what lies on the straight lines between its points is put
 * back (whole numbers stay whole).
 */
export function evenly(x: Float64Array, values: Float64Array): Float64Array {
  const steps = pairs(x, (a, b) => b - a).filter((step) => step > 0);
  const step = min(steps);
  if (step === undefined || steps.every((each) => each <= SAME * step)) return values;
  const [start, end] = [x[0]!, x[x.length - 1]!];
  const count = Math.min(MOST, Math.round((end - start) / step));
  const whole = values.every((value) => Number.isInteger(value) || Number.isNaN(value));
  let row = 0;
  return Float64Array.from(range(count + 1), (i) => {
    const at = start + ((end - start) * i) / count;
    while (row < x.length - 2 && x[row + 1]! <= at) row++;
    const share = (at - x[row]!) / (x[row + 1]! - x[row]!);
    const [before, after] = [values[row]!, values[row + 1]!];
    // Not a sum of products: at a point itself, a missing neighbour takes nothing away.
    const value = share <= 0 ? before : share >= 1 ? after : before + (after - before) * share;
    return whole ? Math.round(value) : value;
  });
}
