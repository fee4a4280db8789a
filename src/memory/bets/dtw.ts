/**
 * Dynamic time warping within a Sakoe–Chiba band: the least sum of |a[i] − b[j]| over all ways to walk through both
 * curves together, never backwards, never more than `band` places apart (Sakoe and Chiba, 1978, symmetric, unweighted).
 */
export function dtw(a: readonly number[], b: readonly number[], band: number): number {
  const width = Math.max(Math.floor(band), Math.abs(a.length - b.length));
  let above = new Array<number>(b.length + 1).fill(Infinity);
  above[0] = 0;
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(Infinity);
    for (let j = Math.max(1, i - width); j <= Math.min(b.length, i + width); j++)
      row[j] = Math.abs(a[i - 1]! - b[j - 1]!) + Math.min(above[j]!, above[j - 1]!, row[j - 1]!);
    above = row;
  }
  return above[b.length]!;
}
