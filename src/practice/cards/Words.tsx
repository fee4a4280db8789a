import Translate from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import { textIn } from '../../classroom/answers';
import type { Answer } from '../../model/contract';
import { Text } from '../../ui/Text';
import css from './Cards.module.css';

interface WordsProps {
  answer: Answer;
  onAnswer: (answer: Answer) => void;
  /** It can't be changed any more. */
  isClosed: boolean;
  labelledBy: string;
}

/** In words of one's own; nobody but the reader reads them. */
export function Words({ answer, onAnswer, isClosed, labelledBy }: WordsProps): ReactNode {
  const hint = useId();
  const text = textIn(answer);
  if (isClosed)
    return text.trim() === '' ? null : (
      <Text as="blockquote" tone="soft" isProse className={css.words}>
        {text}
      </Text>
    );
  return (
    <>
      <small id={hint}>
        <Translate id="card.words">What would you say? Speak aloud, or type a few words here.</Translate>
      </small>
      <textarea
        className={css.words}
        rows={3}
        value={text}
        aria-labelledby={labelledBy}
        aria-describedby={hint}
        onChange={({ target }) => onAnswer(target.value === '' ? undefined : target.value)}
      />
    </>
  );
}
