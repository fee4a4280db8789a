import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { RowVerdict as Kind } from '../../model/contract';
import { Text, type Tone } from '../../ui/Text';
import css from './Verdict.module.css';

/** A sign for each: nobody has to tell colours apart. */
const SIGNS: Record<Kind, string> = { graded: '✓', 'to-read': '✎', altered: '!', refused: '✗', unmarked: '?' };

const TONES: Record<Kind, Tone> = {
  ...{ graded: 'good', 'to-read': 'accent', altered: 'partly', refused: 'bad', unmarked: 'bad' },
};

export const verdictWord = (verdict: Kind): string =>
  ({
    graded: translate({ id: 'grade.verdict.graded', message: 'Graded' }),
    'to-read': translate({ id: 'grade.verdict.toRead', message: 'To read' }),
    altered: translate({ id: 'grade.verdict.altered', message: 'Altered' }),
    refused: translate({ id: 'grade.verdict.refused', message: 'Refused' }),
    unmarked: translate({ id: 'grade.verdict.unmarked', message: 'Not marked' }),
  })[verdict];

/** What has become of a file, as a sign and a word. */
export const Verdict = ({ verdict }: { verdict: Kind }): ReactNode => (
  <Text as="span" tone={TONES[verdict]} isStrong className={css.verdict}>
    <span className={css.sign} aria-hidden="true">
      {SIGNS[verdict]}
    </span>{' '}
    {verdictWord(verdict)}
  </Text>
);
