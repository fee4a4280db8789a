import { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import { textIn } from '../../answers';
import type { QuestionProps } from './props';
import css from './questions.module.css';

/** A text for the teacher to read. */
export default function Text(props: QuestionProps<'text'>): ReactNode {
  const { question, answer, onAnswer, isClosed, labelledBy } = props;
  const count = useId();
  const text = textIn(answer);
  return (
    <>
      <textarea
        className={css.text}
        rows={7}
        maxLength={question.most}
        value={text}
        readOnly={isClosed}
        aria-labelledby={labelledBy}
        aria-describedby={count}
        onChange={({ target }) => onAnswer(target.value.trim() === '' ? undefined : target.value)}
      />
      <p id={count} className={css.note}>
        {translate(
          { id: 'question.text.count', message: '{count} of {most} characters' },
          { count: text.length, most: question.most },
        )}
      </p>
    </>
  );
}
