import Translate from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import { recordIn, textIn } from '../../classroom/answers';
import type { Answer, PaperQuestion, Posed } from '../../model/contract';
import type { Card } from '../../model/questions';
import { filled } from '../ladder';
import { AnswerTo, isWhole } from '../../classroom/question/kinds/AnswerTo';
import { Ladder } from './Ladder';
import { Bullets } from '../../ui/layout';
import { Text } from '../../ui/Text';
import css from './Cards.module.css';

interface AnsweringProps {
  card: Card;
  posed: Posed | undefined;
  seed: string | undefined;
  /** Unique on the page. */
  name: string;
  answer: Answer;
  onAnswer: (answer: Answer) => void;
  /** `ask`: it can be changed; `closed`: no more; `shown`: that, and what is right may be seen. */
  state: 'ask' | 'closed' | 'shown';
  labelledBy: string;
}

/** Can an answer be marked, or given at all? */
export function isAnswered(card: Card, posed: Posed | undefined, answer: Answer): boolean {
  switch (card.form) {
    case 'marked':
      return isWhole((posed ?? card.example).question, answer);
    case 'ladder':
      return filled(card, answer).every((place) => place !== null);
    default:
      return true;
  }
}

/** Where a card is answered. */
export function Answering(props: AnsweringProps): ReactNode {
  const { card, posed, seed, name, answer, onAnswer, state, labelledBy } = props;
  const isClosed = state !== 'ask';
  switch (card.form) {
    case 'marked': {
      const { question } = posed ?? card.example;
      if (state === 'shown' && question.kind === 'setting') return <Set question={question} answer={answer} />;
      // The name is the page's affair: a card may stand on it twice.
      return <AnswerTo question={{ ...question, id: name }} {...{ answer, onAnswer, isClosed, labelledBy }} />;
    }
    case 'ladder':
      return <Ladder {...{ card, answer, seed, onAnswer, labelledBy }} state={state === 'shown' ? 'marked' : state} />;
    default:
      return <Words {...{ answer, onAnswer, isClosed, labelledBy }} />;
  }
}

/** In words of one's own; nobody but the reader reads them. */
function Words({
  answer,
  onAnswer,
  isClosed,
  labelledBy,
}: Pick<AnsweringProps, 'answer' | 'onAnswer' | 'labelledBy'> & { isClosed: boolean }): ReactNode {
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

/** A setting that was chosen, in words. */
function Set({
  question: { free, labels },
  answer,
}: {
  question: Extract<PaperQuestion, { kind: 'setting' }>;
  answer: Answer;
}): ReactNode {
  const values = recordIn(answer);
  if (!free.some((name) => name in values)) return null;
  return (
    <Bullets>
      {free.map((name) => (
        <li key={name}>
          {labels[name] ?? name}: <b>{String(values[name] ?? '–')}</b>
        </li>
      ))}
    </Bullets>
  );
}
