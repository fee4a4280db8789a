import { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import { textIn } from '../../answers';
import { Stack } from '../../../ui/layout';
import type { QuestionProps } from './props';
import css from './Text.module.css';

/** A text for the teacher to read. */
export default function Text(props: QuestionProps<'text'>): ReactNode {
  const { question, answer, onAnswer, isClosed, labelledBy } = props;
  const count = useId();
  const text = textIn(answer);
  return (
    <Stack gap={2}>
      <textarea
        className={css.text}
        maxLength={question.most}
        value={text}
        readOnly={isClosed}
        aria-labelledby={labelledBy}
        aria-describedby={count}
        onChange={({ target }) => onAnswer(target.value.trim() === '' ? undefined : target.value)}
      />
      <small id={count}>
        {translate(
          { id: 'question.text.count', message: '{count} of {most} characters' },
          { count: text.length, most: question.most },
        )}
      </small>
    </Stack>
  );
}
