import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import css from './Table.module.css';

interface TableProps extends ComponentProps<'table'> {
  /** What it holds: it can be scrolled by keys, so it has a name. */
  label: string;
  /** All but the first column are numbers. */
  isNumbers?: boolean;
  /** The highest that it may stand, as CSS; its head stays in sight. */
  height?: string;
}

/** A table that may be wider or longer than its place. */
export const Table = ({ label, isNumbers = false, height, className, ...rest }: TableProps): ReactNode => (
  <div
    className={clsx(css.scroll, className)}
    style={height ? { ['--height' as string]: height } : undefined}
    role="group"
    aria-label={label}
    // To be scrolled by keys.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
  >
    <table className={clsx(isNumbers && css.numbers)} {...rest} />
  </div>
);
