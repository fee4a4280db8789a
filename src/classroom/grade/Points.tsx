import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Text } from '../../ui/Text';
import unseen from '../../ui/unseen.module.css';
import { Bar } from '../Bar';
import { sayPoints } from './asText';

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
      <Text as="span" tone="accent" isStrong>
        <span aria-hidden="true">✎</span>
        <span className={unseen.unseen}>{translate({ id: 'grade.toRead', message: 'to read' })}</span>
      </Text>
    );
  const share = possible > 0 ? Math.min(1, Math.max(0, points / possible)) : 0;
  return (
    <span title={`${sayPoints(points)}/${sayPoints(possible)}`}>
      {sayPoints(points)}
      {byHand && (
        <>
          <small aria-hidden="true">{' ✎'}</small>
          <span className={unseen.unseen}> {translate({ id: 'grade.byHand', message: 'given by hand' })}</span>
        </>
      )}
      <Bar share={share} isFull={points >= possible} />
    </span>
  );
}
