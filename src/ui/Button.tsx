import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import css from './Button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /**
   * `main`: what is to be done next, one at a time. `quiet`: a link by its looks. `tool`: small, without a border, one
   * of several around a thing. `card`: a choice that takes a line or more to say.
   */
  look?: 'plain' | 'main' | 'quiet' | 'tool' | 'card';
  /** It takes something away that does not come back. */
  isBad?: boolean;
}

/** What is to be done, or may be done. With `aria-pressed` it is on or off. */
export const Button = ({ look = 'plain', isBad = false, className, ...rest }: ButtonProps): ReactNode => (
  <button type="button" className={clsx(css.button, css[look], isBad && css.bad, className)} {...rest} />
);

interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does, for those who do not see the picture, and for a pointer that rests. */
  label: string;
  look?: 'plain' | 'tool';
}

/** A button that is a picture. */
export const IconButton = ({ label, look = 'tool', ...rest }: IconButtonProps): ReactNode => (
  <Button look={look} aria-label={label} title={label} {...rest} />
);

interface ChipProps extends ComponentProps<'button'> {
  isOn: boolean;
}

/** One of a few that are on or off, in a row. */
export const Chip = ({ isOn, className, ...rest }: ChipProps): ReactNode => (
  <button type="button" aria-pressed={isOn} className={clsx(css.button, css.chip, className)} {...rest} />
);
