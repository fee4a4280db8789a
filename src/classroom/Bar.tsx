import type { ReactNode } from 'react';
import css from './Bar.module.css';

/** A share of a whole (0 to 1), for the eye: its number stands beside it. `isFull`: nothing is lacking. */
export const Bar = ({ share, isFull = false }: { share: number; isFull?: boolean }): ReactNode => (
  <span className={css.bar} data-full={isFull} aria-hidden="true">
    <span style={{ width: `${100 * share}%` }} />
  </span>
);
