import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import css from './Room.module.css';

const longest = (texts: readonly string[]): string =>
  texts.reduce((most, text) => (text.length > most.length ? text : most), '');

interface RoomProps extends ComponentProps<'p'> {
  /** All that may stand here. */
  texts: readonly string[];
}

/** A text that changes, in the room of the longest there is: what stands below it seldom moves. */
export const Room = ({ texts, className, children, ...rest }: RoomProps): ReactNode => (
  <p className={clsx(css.room, className)} data-room={longest(texts)} {...rest}>
    <span>{children}</span>
  </p>
);
