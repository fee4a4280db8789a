/**
 * The p-th percentile of ascending values by nearest rank (R's type 1): the smallest value that at least p per cent
 * of them do not exceed. It is always a value that occurred, so a "p99 of 210 ms" was really waited by somebody.
 */
export function nearestRank(sorted: ArrayLike<number>, p: number): number {
  const rank = Math.max(1, Math.ceil((p * sorted.length) / 100));
  return sorted[rank - 1] ?? NaN;
}
