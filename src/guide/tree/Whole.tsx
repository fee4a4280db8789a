import type { ReactNode } from 'react';
import { isFinding, type Step } from '../../model/tree';
import { Marked } from '../../ui/Marked';
import { Result } from './Result';
import css from './Tree.module.css';

/** A step with all that follows from it, as lists in lists. */
export function Whole({ step: { command, question, answers } }: { step: Step }): ReactNode {
  return (
    <>
      {command && (
        <p className={css.command}>
          <code>{command}</code>
        </p>
      )}
      <p className={css.asked}>
        <Marked text={question} />
      </p>
      <ul>
        {answers.map(({ text, then }) => (
          <li key={text}>
            <p className={css.seen}>
              <Marked text={text} />
            </p>
            {isFinding(then) ? <Result finding={then} /> : <Whole step={then} />}
          </li>
        ))}
      </ul>
    </>
  );
}
