import type { CSSProperties } from 'react';
import type { Role } from './layout';

/** Second, third … line of a lane: told apart without colour. */
const DASHES = [undefined, '7 3', '2 3', '9 3 2 3', '4 2'] as const;

export const dashOf = (index: number, role: Role = 'run'): string | undefined =>
  role === 'kernel' ? '5 4' : DASHES[index % DASHES.length];

/** The colour everything of this quantity has in the whole book. */
export const inkOf = (quantity: string, role: Role = 'run'): CSSProperties =>
  ({ '--hue': `var(--q-${role === 'kernel' ? 'kernel' : quantity}, currentColor)` }) as CSSProperties;
