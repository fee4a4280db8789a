import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Marked } from '../../ui/Marked';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';

interface MarkLineProps {
  /** null: it could not be marked. */
  share: number | null;
  isPassed: boolean;
  reason: string;
}

const SIGNS = { right: '✓', part: '◐', wrong: '✗', open: '…' };
const TONES = { right: 'good', part: 'partly', wrong: 'bad', open: 'soft' } as const;

/** What an answer is worth, in words with a sign, and why; what it stands in says it aloud. */
export function MarkLine({ share, isPassed, reason }: MarkLineProps): ReactNode {
  const how = share === null || isPassed ? 'open' : share === 1 ? 'right' : share > 0 ? 'part' : 'wrong';
  return (
    <Notice tone={TONES[how]} role={undefined}>
      <Text as="b" tone={TONES[how]} aria-hidden="true">
        {SIGNS[how]}
      </Text>{' '}
      <b>
        {isPassed ? (
          <Translate id="card.passed">Not answered.</Translate>
        ) : (
          {
            right: <Translate id="card.right">Right.</Translate>,
            part: <Translate id="card.part">Partly right.</Translate>,
            wrong: <Translate id="card.wrong">Not right.</Translate>,
            open: <Translate id="card.unmarked">Not marked.</Translate>,
          }[how]
        )}
      </b>{' '}
      <Marked text={reason} />
    </Notice>
  );
}
