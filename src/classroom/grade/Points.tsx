import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { sayPoints } from './words';
import css from './Points.module.css';
import unseen from '../../ui/unseen.module.css';

interface PointsProps {
  /** null: nobody has read it. */
  points: number | null;
  possible: number;
  byHand?: boolean;
}

/** Points as a number over a small bar. */
export function Points({ points, possible, byHand = false }: PointsProps): ReactNode {
  if (points === null)
    return (
      <span className={css.open}>
        <span aria-hidden="true">✎</span>
        <span className={unseen.unseen}>{translate({ id: 'grade.toRead', message: 'to read' })}</span>
      </span>
    );
  const share = possible > 0 ? Math.min(1, Math.max(0, points / possible)) : 0;
  return (
    <span className={css.points} data-full={points >= possible} title={`${sayPoints(points)}/${sayPoints(possible)}`}>
      {sayPoints(points)}
      {byHand && (
        <>
          <span className={css.hand} aria-hidden="true">
            {' ✎'}
          </span>
          <span className={unseen.unseen}> {translate({ id: 'grade.byHand', message: 'given by hand' })}</span>
        </>
      )}
      <span className={css.bar} aria-hidden="true">
        <span style={{ width: `${100 * share}%` }} />
      </span>
    </span>
  );
}
