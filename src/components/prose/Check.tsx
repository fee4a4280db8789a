import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import css from './Check.module.css';

/** A question to answer before looking; works without scripts. */
export default function Check({ question, children }: { question: string; children: ReactNode }): ReactNode {
  return (
    <div className={css.check}>
      <p className={css.question}>{question}</p>
      <details>
        <summary>
          <Translate id="prose.showAnswer">Show the answer</Translate>
        </summary>
        <div className={css.answer}>{children}</div>
      </details>
    </div>
  );
}
