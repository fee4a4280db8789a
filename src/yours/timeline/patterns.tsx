import type { ReactNode } from 'react';
import type { LimitName } from '../../model/contract';
import { hueOf, lookOf, type Pattern } from '../limits';

/** What is drawn again and again: a path within a square, px. */
const MARKS: Record<Pattern, { size: number; d: string }> = {
  plain: { size: 6, d: '' },
  up: { size: 7, d: 'M-1,8L8,-1M-1,1L1,-1M6,8L8,6' },
  down: { size: 7, d: 'M-1,-1L8,8M6,-1L8,1M-1,6L1,8' },
  cross: { size: 7, d: 'M-1,8L8,-1M-1,-1L8,8' },
  across: { size: 5, d: 'M0,2.5H5' },
  upright: { size: 5, d: 'M2.5,0V5' },
  dots: { size: 6, d: 'M2,3h2' },
  rings: { size: 9, d: 'M2.5,4.5a2,2 0 1 0 4,0a2,2 0 1 0 -4,0' },
};

export const patternOf = (prefix: string, limit: LimitName): string => `${prefix}-${limit}`;

/** The patterns of these limits, for one drawing. */
export function Patterns({ prefix, limits }: { prefix: string; limits: readonly LimitName[] }): ReactNode {
  return (
    <defs>
      {limits.map((limit) => {
        const { pattern } = lookOf(limit);
        const { size, d } = MARKS[pattern];
        return (
          <pattern
            key={limit}
            id={patternOf(prefix, limit)}
            width={size}
            height={size}
            patternUnits="userSpaceOnUse"
            style={hueOf(limit)}
          >
            <path d={d} fill="none" stroke="var(--hue)" strokeWidth={pattern === 'dots' ? 2.2 : 1.2} />
          </pattern>
        );
      })}
    </defs>
  );
}
