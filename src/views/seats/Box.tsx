import type { ReactNode } from 'react';
import type { Rect } from './pack';
import views from '../views.module.css';

interface BoxProps {
  at: Rect;
  full?: boolean;
  still?: boolean;
}

/** A part of the server. */
export function Box({ at: { x, y, width, height }, full, still }: BoxProps): ReactNode {
  const look = { 'data-full': full || undefined, 'data-still': still || undefined };
  return <rect className={views.box} {...look} {...{ x, y, width, height }} rx={5} />;
}
