import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Mark } from '../../model/contract';
import { keepUnits } from '../../text/units';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { ofPoints } from './points';

const LOOKS = {
  right: { sign: '✓', tone: 'good' },
  part: { sign: '◐', tone: 'partly' },
  wrong: { sign: '✗', tone: 'bad' },
  open: { sign: '…', tone: 'soft' },
} as const;

/** What an answer is worth, and why. */
export function MarkNote({ mark: { share, points, reason }, possible }: { mark: Mark; possible: number }): ReactNode {
  const { sign, tone } = LOOKS[share === null ? 'open' : share === 1 ? 'right' : share > 0 ? 'part' : 'wrong'];
  return (
    <Notice tone={tone} role={undefined}>
      <Text as="b" tone={tone} aria-hidden="true">
        {sign}
      </Text>{' '}
      <b>
        {points === null ? (
          <Translate id="classroom.unmarked">Not marked here.</Translate>
        ) : (
          `${ofPoints(points, possible)}.`
        )}
      </b>{' '}
      {keepUnits(reason)}
    </Notice>
  );
}
