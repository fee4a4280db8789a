import clsx from 'clsx';
import type { ReactNode } from 'react';
import css from './WidePage.module.css';

interface WidePageProps {
  title: ReactNode;
  /** What it is for, in a sentence or two. */
  lead: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A page that is no chapter: a large title, what it is for beside it, and as much width as there is. */
export const WidePage = ({ title, lead, className, children }: WidePageProps): ReactNode => (
  <main className={clsx(css.page, className)}>
    <header className={css.head}>
      <h1>{title}</h1>
      <p>{lead}</p>
    </header>
    {children}
  </main>
);
