import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import css from './Button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `main`: what is to be done next, one at a time. `quiet`: a link by its looks. */
  look?: 'plain' | 'main' | 'quiet';
  /** It takes something away that does not come back. */
  isBad?: boolean;
}

/** What is to be done, or may be done. */
export const Button = ({ look = 'plain', isBad = false, className, ...rest }: ButtonProps): ReactNode => (
  <button type="button" className={clsx(css.button, css[look], isBad && css.bad, className)} {...rest} />
);
