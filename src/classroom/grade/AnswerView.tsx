import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Listing } from '../../figure/code/Listing';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import css from './AnswerView.module.css';

interface AnswerViewProps {
  kind: string;
  /** As the file has it. */
  answer: unknown;
  /** In words. */
  said: string;
}

/** What a student answered: code as code, a text as it was written, anything else in words. */
export function AnswerView({ kind, answer, said }: AnswerViewProps): ReactNode {
  if (answer === undefined || answer === null)
    return (
      <Text size="note" tone="soft">
        <Translate id="grade.row.nothing">No answer.</Translate>
      </Text>
    );
  if (kind === 'algorithm' && typeof answer === 'string')
    return (
      <div className={css.code}>
        <Listing text={answer} label={translate({ id: 'grade.row.code', message: 'The student’s code' })} />
      </div>
    );
  if (kind === 'text' && typeof answer === 'string') return <blockquote className={css.text}>{answer}</blockquote>;
  return <p className={css.said}>{said ? <Marked text={said} /> : JSON.stringify(answer)}</p>;
}
