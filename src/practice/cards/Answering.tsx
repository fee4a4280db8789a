import type { ReactNode } from 'react';
import { recordIn } from '../../classroom/answers';
import type { Answer, PaperQuestion, Posed } from '../../model/contract';
import type { Card } from '../../model/questions';
import { filled } from '../ladder';
import { AnswerTo, isWhole } from '../../classroom/question/kinds/AnswerTo';
import { Ladder } from './Ladder';
import { Words } from './Words';
import { Bullets } from '../../ui/layout';

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
