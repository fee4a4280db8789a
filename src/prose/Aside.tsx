import clsx from 'clsx';
import type { ReactNode } from 'react';
import chapter from './chapter.module.css';
import css from './Aside.module.css';

/** A note beside the text: in the margin where there is one, between the paragraphs where there is none. */
export default function Aside({ children }: { children: ReactNode }): ReactNode {
  return (
    <div role="note" className={clsx(chapter.text, css.aside)}>
      {children}
    </div>
  );
}
