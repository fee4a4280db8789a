import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import wide from '../ui/wide.module.css';
import css from './list.module.css';

/** A list of the guide: a Finder, and parts below it. */
export const List = ({ className, ...rest }: ComponentProps<'div'>): ReactNode => (
  <div className={clsx('ui', wide.wide, css.list, className)} {...rest} />
);

interface PartProps extends Omit<ComponentProps<'section'>, 'title'> {
  /** Of its heading. */
  id: string;
  title: ReactNode;
}

/** A part of it, below its name. */
export const Part = ({ id, title, children, ...rest }: PartProps): ReactNode => (
  <section aria-labelledby={id} {...rest}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);
