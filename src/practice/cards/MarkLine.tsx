import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import mark from '../../classroom/question/MarkNote.module.css';
import { Marked } from '../../ui/Marked';

interface MarkLineProps {
  /** null: it could not be marked. */
  share: number | null;
  isPassed: boolean;
  reason: string;
}

const SIGNS = { right: '✓', part: '◐', wrong: '✗', open: '…' };

/** What an answer is worth, in words with a sign, and why. */
export function MarkLine({ share, isPassed, reason }: MarkLineProps): ReactNode {
  const how = share === null || isPassed ? 'open' : share === 1 ? 'right' : share > 0 ? 'part' : 'wrong';
  return (
    <p className={mark.mark} data-how={how}>
      <span className={mark.sign} aria-hidden="true">
        {SIGNS[how]}
      </span>
      <span>
        <b>
          {isPassed ? (
            <Translate id="card.passed">Not answered.</Translate>
          ) : (
            {
              right: <Translate id="card.right">Right.</Translate>,
              part: <Translate id="card.part">Right in part.</Translate>,
              wrong: <Translate id="card.wrong">Not right.</Translate>,
              open: <Translate id="card.unmarked">Not marked.</Translate>,
            }[how]
          )}
        </b>{' '}
        <Marked text={reason} />
      </span>
    </p>
  );
}
