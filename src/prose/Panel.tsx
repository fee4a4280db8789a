import type { ReactNode } from 'react';
import css from './Panel.module.css';

/** Lines set apart from the text under a small title. */
export default function Panel({ title, children }: { title: ReactNode; children: ReactNode }): ReactNode {
  return (
    <div className={css.panel}>
      <p className={css.title}>{title}</p>
      {children}
    </div>
  );
}
