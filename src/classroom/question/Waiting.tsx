import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import css from './kinds/questions.module.css';

/** Stands where a figure will be, and says why there is none. */
export function Waiting({ failure }: { failure: string | undefined }): ReactNode {
  return (
    <p className={failure === undefined ? css.waiting : css.problem} role={failure === undefined ? 'status' : 'alert'}>
      {failure ?? <Translate id="classroom.figure.waiting">The model runs …</Translate>}
    </p>
  );
}
