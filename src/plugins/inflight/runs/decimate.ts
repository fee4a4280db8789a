import type { StoredColumn } from '../../../model/contract';

type Columns = StoredColumn[];

/**
 * Keeps the `limit` rows that matter most for the picture: a row is kept if straight lines between the kept ones would
 * miss it by most, in any column, measured against the column's range (Douglas and Peucker's idea, best first).
 */
export function decimate(columns: Columns, limit: number): Columns {
  const rows = columns[0]?.values.length ?? 0;
  const kept = rows <= limit ? null : importantRows(columns, rows, limit);
  return columns.map((column) => ({
    ...column,
    values: (kept ? kept.map((row) => column.values[row]!) : column.values).map(shorten),
  }));
}

/** Five digits: finer than a pixel of any figure. */
export function shorten(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(5));
}

/** A share of the range that no picture shows. */
const INVISIBLE = 1e-6;

interface Gap {
  from: number;
  to: number;
  worst: number;
  miss: number;
}

/** The rows on both sides of a gap's ends: kept before all others, and where there are too many, evenly spread. */
function isEdge(values: (number | null)[], row: number): boolean {
  const missing = values[row] === null;
  return (values[row - 1] === null) !== missing || (values[row + 1] === null) !== missing;
}

function importantRows(columns: Columns, rows: number, limit: number): number[] {
  const x = columns[0]!.values;
  const curves = columns.slice(1).map(({ values }) => {
    const known = values.filter((value) => value !== null);
    const low = known.reduce((a, b) => Math.min(a, b), Infinity);
    const high = known.reduce((a, b) => Math.max(a, b), -Infinity);
    return { values, range: high - low || 1 };
  });

  const misses = (from: number, row: number, to: number): number => {
    const share = ((x[row] ?? row) - (x[from] ?? from)) / ((x[to] ?? to) - (x[from] ?? from) || 1);
    let most = 0;
    for (const { values, range } of curves) {
      const [a, b, value] = [values[from]!, values[to]!, values[row]!];
      const known = a !== null && b !== null && value !== null;
      const apart = Math.min(row - from, to - row) / rows;
      const miss = isEdge(values, row) ? 1 + apart : known ? Math.abs(a + (b - a) * share - value) / range : 0;
      if (miss > most) most = miss;
    }
    return most;
  };

  const measure = (from: number, to: number): Gap => {
    const gap = { from, to, worst: from, miss: 0 };
    for (let row = from + 1; row < to; row++) {
      const miss = misses(from, row, to);
      if (miss > gap.miss) [gap.worst, gap.miss] = [row, miss];
    }
    return gap;
  };

  const kept = [0, rows - 1];
  const gaps = [measure(0, rows - 1)];
  while (kept.length < limit) {
    const at = gaps.reduce((best, gap, index) => (gap.miss > gaps[best]!.miss ? index : best), 0);
    const { from, to, worst, miss } = gaps[at]!;
    if (miss < INVISIBLE) break;
    kept.push(worst);
    gaps.splice(at, 1, measure(from, worst), measure(worst, to));
  }
  return kept.sort((a, b) => a - b);
}
