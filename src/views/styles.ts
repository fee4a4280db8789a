import type { CSSProperties } from 'react';
import type { Role } from './lanes/layoutLanes';

/** Second, third … line of a lane: told apart without colour. */
const DASHES = [undefined, '7 3', '2 3', '9 3 2 3', '4 2'] as const;

const ROLE_DASHES: Partial<Record<Role, string>> = { kernel: '5 4', pinned: '14 4' };

export const dashOf = (index: number, role: Role = 'run'): string | undefined =>
  ROLE_DASHES[role] ?? DASHES[index % DASHES.length];

/** The colour everything of this quantity has in the whole book. */
export const inkOf = (quantity: string, role: Role = 'run'): CSSProperties =>
  ({ '--hue': `var(--q-${role === 'kernel' ? 'kernel' : quantity}, currentColor)` }) as CSSProperties;
