import { ascending, max, min, pairs } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Column } from '../../model/types';

/** The values of one side of a field, each with the stretch (0 … 1) that its cells take. */
export interface Side {
  values: number[];
  spans: { from: number; to: number }[];
  isLog: boolean;
  /** Where a value lies (0 … 1), also one between the cells; beyond the field: at its edge. */
  place: (value: number) => number;
}

/** Over a smaller range than this factor, a log scale would be an affectation. */
const FAR = 8;

/** Do neighbours rather differ by equal factors than by equal steps? */
function isGeometric(values: readonly number[]): boolean {
  if (values.length < 3 || values[0]! <= 0 || values[values.length - 1]! < FAR * values[0]!) return false;
  const spread = (steps: number[]): number => max(steps)! / min(steps)!;
  return spread(pairs(values, (a, b) => b / a)) < spread(pairs(values, (a, b) => b - a));
}

/** Cells meet half-way between neighbours; the outermost reach as far out as in. */
export function sideOf({ values, words }: Column): Side {
  const unique = [...new Set(values)].filter(Number.isFinite).sort(ascending);
  const isLog = !words && isGeometric(unique);
  const at = words ? unique.map((_, i) => i) : unique.map((value) => (isLog ? Math.log(value) : value));
  const edges = [
    ...at.slice(0, 1).map((first) => first - ((at[1] ?? first + 1) - first) / 2),
    ...pairs(at, (a, b) => (a + b) / 2),
    ...at.slice(-1).map((last) => last + (last - (at[at.length - 2] ?? last - 1)) / 2),
  ];
  const [start, end] = [edges[0]!, edges[edges.length - 1]!];
  const spans = pairs(edges, (a, b) => ({ from: (a - start) / (end - start), to: (b - start) / (end - start) }));
  const share = scaleLinear().domain([start, end]).clamp(true);
  const place = (value: number): number => share(isLog ? Math.log(Math.max(value, Number.MIN_VALUE)) : value);
  return { values: unique, spans, isLog, place };
}
