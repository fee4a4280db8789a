/** A gap in a decimated series: the pen is lifted here. */
export const GAP = -1;

/**
 * Indices of the points worth drawing: per pixel of width the smallest and the largest value, in order, so that a
 * spike of one sample is still seen. Runs of NaN become one GAP. Short series come back whole.
 */
export function decimate(x: ArrayLike<number>, y: ArrayLike<number>, pixels: number): number[] {
  const n = Math.min(x.length, y.length);
  if (n === 0) return [];
  const first = x[0]!;
  const perPixel = (x[n - 1]! - first) / Math.max(1, pixels);
  const whole = n <= 2 * pixels || !(perPixel > 0);
  const kept: number[] = [];
  let i = 0;
  while (i < n) {
    if (Number.isNaN(y[i])) {
      if (kept.length > 0 && kept[kept.length - 1] !== GAP) kept.push(GAP);
      i++;
    } else if (whole) {
      kept.push(i++);
    } else {
      i = bucket(x, y, i, n, first + (Math.floor((x[i]! - first) / perPixel) + 1) * perPixel, kept);
    }
  }
  if (kept[kept.length - 1] === GAP) kept.pop();
  return kept;
}

/** Keeps the extremes of the points from `start` on that lie before `edge`, and the ends of a run; returns where to go on. */
function bucket(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  start: number,
  n: number,
  edge: number,
  kept: number[],
): number {
  let low = start;
  let high = start;
  let i = start;
  do {
    if (y[i]! < y[low]!) low = i;
    if (y[i]! > y[high]!) high = i;
    i++;
  } while (i < n && x[i]! < edge && !Number.isNaN(y[i]));
  const runBegins = start === 0 || Number.isNaN(y[start - 1]);
  const runEnds = i === n || Number.isNaN(y[i]);
  const candidates = [Math.min(low, high), Math.max(low, high)];
  if (runBegins) candidates.unshift(start);
  if (runEnds) candidates.push(i - 1);
  for (const index of candidates) if (kept[kept.length - 1] !== index) kept.push(index);
  return i;
}
