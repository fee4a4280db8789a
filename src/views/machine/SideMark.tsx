import type { ReactNode } from 'react';
import { inkOf } from '../styles';
import css from './machine.module.css';
import views from '../views.module.css';

/** One colour for each side, never its only mark. */
const HUES = ['flow1', 'flow2'] as const;
/** px */
export const MARK = 9;

export const inkOfSide = (side: number): ReturnType<typeof inkOf> => inkOf(HUES[side % HUES.length]!);

/** A side's mark: round for the first, square for the second, with its letter. */
export function SideMark({ side, letter, x, y }: { side: number; letter: string; x: number; y: number }): ReactNode {
  return (
    <g style={inkOfSide(side)}>
      {side === 0 ? (
        <circle className={views.point} cx={x} cy={y} r={MARK} />
      ) : (
        <rect
          className={views.point}
          x={x - MARK + 0.5}
          y={y - MARK + 0.5}
          width={2 * MARK - 1}
          height={2 * MARK - 1}
          rx={2}
        />
      )}
      <text className={css.letter} x={x} y={y} dy="0.35em" textAnchor="middle">
        {letter}
      </text>
    </g>
  );
}
