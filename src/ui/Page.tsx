import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import css from './Page.module.css';

interface PageProps extends Omit<ComponentProps<'main'>, 'title'> {
  /** Stands large at the top; without one, the page says its own. */
  title?: ReactNode;
  /** What it is for, in a sentence or two. */
  lead?: ReactNode;
  /** `text`: one column, to be read. `work`: forms and figures. `all`: tables and galleries. `home`: in the middle. */
  width?: 'text' | 'work' | 'all' | 'home';
}

/** A page that is no chapter. */
export const Page = ({ title, lead, width = 'all', className, children, ...rest }: PageProps): ReactNode => (
  <main className={clsx('ui', css.page, css[width], className)} {...rest}>
    {title !== undefined && (
      <header className={css.head}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </header>
    )}
    {children}
  </main>
);
