import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import css from './Facts.module.css';

/** What is known of a thing, name by name. A class may say how wide the `--names` are. */
export const Facts = ({ className, ...rest }: ComponentProps<'dl'>): ReactNode => (
  <dl className={clsx(css.facts, className)} {...rest} />
);

interface FactProps extends ComponentProps<'div'> {
  name: ReactNode;
}

/** One of them. */
export const Fact = ({ name, children, ...rest }: FactProps): ReactNode => (
  <div {...rest}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
