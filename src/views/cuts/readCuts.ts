import type { CutsSpec, Quantity } from '../../model/contract';
import type { Result } from '../../model/types';
import type { Span } from '../moving';

/** Bytes that pass as one, kB from the first, and when. */
export interface Piece {
  from: number;
  to: number;
  t: number;
}

export interface CutsRow {
  title: string;
  quantity: Quantity;
  pieces: readonly Piece[];
}

export interface CutsData extends Span {
  rows: readonly CutsRow[];
  /** kB of all pieces together. */
  total: number;
}

/** Each step of a count is a piece. */
function piecesOf(times: ArrayLike<number>, counts: ArrayLike<number>): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let i = 0; i < counts.length; i++) {
    const to = counts[i]!;
    if (!(to > from)) continue;
    pieces.push({ from, to, t: times[i]! });
    from = to;
  }
  return pieces;
}

export function readCuts(spec: CutsSpec, { columns }: Result): CutsData {
  const times = columns[0]!.values;
  const start = times[0] ?? 0;
  const end = times[times.length - 1] ?? 1;
  const cut = spec.rows.map(({ title, column }): CutsRow => {
    const { values, quantity } = columns.find(({ name }) => name === column)!;
    return { title, quantity, pieces: piecesOf(times, values) };
  });
  const total = Math.max(...cut.map(({ pieces }) => pieces.at(-1)?.to ?? 0), 1e-9);
  const whole: CutsRow = { title: spec.whole, quantity: 'sndbuf', pieces: [{ from: 0, to: total, t: start }] };
  return {
    start,
    end,
    speed: (end - start) / spec.seconds || 1,
    rest: end,
    shown: { from: start, to: end },
    rows: [whole, ...cut],
    total,
  };
}

/** How many have come by `t`. */
export const countAt = ({ pieces }: CutsRow, t: number): number => pieces.filter((piece) => piece.t <= t).length;
