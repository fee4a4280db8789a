import type { ComponentProps, ReactNode } from 'react';
import css from './Practice.module.css';

interface FoldProps extends Omit<ComponentProps<'details'>, 'title'> {
  title: ReactNode;
}

/** A section of the page that is opened when it is wanted. */
export const Fold = ({ title, children, ...rest }: FoldProps): ReactNode => (
  <details className={css.fold} data-only="screen" {...rest}>
    <summary>
      <h2>{title}</h2>
    </summary>
    {children}
  </details>
);
