import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Mark } from '../../model/contract';
import { keepUnits } from '../../text/units';
import css from './MarkNote.module.css';
import { ofPoints } from './words';

const SIGNS = { right: '✓', part: '◐', wrong: '✗', open: '…' };

/** What an answer is worth, and why. */
export function MarkNote({ mark: { share, points, reason }, possible }: { mark: Mark; possible: number }): ReactNode {
  const how = share === null ? 'open' : share === 1 ? 'right' : share > 0 ? 'part' : 'wrong';
  return (
    <p className={css.mark} data-how={how}>
      <span className={css.sign} aria-hidden="true">
        {SIGNS[how]}
      </span>
      <span>
        <b>
          {points === null ? (
            <Translate id="classroom.unmarked">Not marked here.</Translate>
          ) : (
            `${ofPoints(points, possible)}.`
          )}
        </b>{' '}
        {keepUnits(reason)}
      </span>
    </p>
  );
}
