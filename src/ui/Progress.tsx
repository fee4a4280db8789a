import type { ComponentProps, ReactNode } from 'react';
import css from './Progress.module.css';

interface ProgressProps extends ComponentProps<'progress'> {
  /** Of what; missing where words beside it say the same. */
  label?: string;
}

/** How far something is; without a `value` it is at work, and nobody knows how far. */
export const Progress = ({ label, ...rest }: ProgressProps): ReactNode => (
  <progress className={css.progress} aria-label={label} aria-hidden={label === undefined} {...rest} />
);
