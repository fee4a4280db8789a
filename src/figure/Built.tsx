import type { CSSProperties, ReactNode } from 'react';
import css from './Built.module.css';

interface BuiltProps {
  wide: ReactNode;
  narrow: ReactNode;
}

/** How high a place is, wide and narrow, for `built.place` in one that is a `built.container`. */
export const heightsOf = (wide: number, narrow: number): CSSProperties =>
  ({ '--wide': `${wide}px`, '--narrow': `${narrow}px` }) as CSSProperties;

/** A picture as it was built, for both widths; which of them is seen, the style sheet knows before any script. */
export const Built = ({ wide, narrow }: BuiltProps): ReactNode => (
  <>
    <div className={css.wide}>{wide}</div>
    <div className={css.narrow}>{narrow}</div>
  </>
);
