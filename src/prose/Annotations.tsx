import clsx from 'clsx';
import type { ReactNode } from 'react';
import chapter from './chapter.module.css';
import css from './Annotations.module.css';

/**
 * A numbered list that says what the parts of the figure above it are for. The parts get the same numbers, from top to
 * bottom: story, sentence, drawing, views, controls, what is behind the figure.
 */
export default function Annotations({ children }: { children: ReactNode }): ReactNode {
  return <div className={clsx(chapter.block, css.annotations)}>{children}</div>;
}
