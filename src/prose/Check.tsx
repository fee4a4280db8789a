import type { ReactNode } from 'react';
import css from './Check.module.css';
import { ShowAnswer } from './ShowAnswer';

interface CheckProps {
  question: string;
  /** What else one can do about it. */
  action?: ReactNode;
  children: ReactNode;
}

/** A question to answer before looking; works without scripts. */
export default function Check({ question, action, children }: CheckProps): ReactNode {
  return (
    <div className={css.check}>
      <p className={css.question}>{question}</p>
      {action}
      <ShowAnswer>
        <div className={css.answer}>{children}</div>
      </ShowAnswer>
    </div>
  );
}
