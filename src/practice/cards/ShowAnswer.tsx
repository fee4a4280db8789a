import Translate from '@docusaurus/Translate';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import button from '../../ui/Button.module.css';
import css from './ShowAnswer.module.css';

/** An answer that is there once it is asked for; works without scripts, and on paper it is there. */
export const ShowAnswer = ({ children }: { children: ReactNode }): ReactNode => (
  <details className={css.answer}>
    <summary className={clsx('ui', button.button, button.chip)} data-only="screen">
      <Translate id="prose.showAnswer">Show the answer</Translate>
    </summary>
    {children}
  </details>
);
