import Translate from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import { textIn } from '../classroom/answers';
import type { Answer } from '../model/contract';
import type { OpenCard } from '../model/questions';
import { Question } from '../practice/cards/Question';
import { Words } from '../practice/cards/Words';
import { Marked } from '../ui/Marked';
import { Stack } from '../ui/layout';
import css from './Running.module.css';

interface FollowUpStepProps {
  card: OpenCard;
  /** The first is 1. */
  step: number;
  /** What was said to the question itself. */
  answer: Answer;
  said: string;
  onSaid: (said: string) => void;
}

/** What the interviewer asks next, below the question and what was said to it. */
export function FollowUpStep({ card, step, answer, said, onSaid }: FollowUpStepProps): ReactNode {
  const label = useId();
  return (
    <Stack gap={6} isFilled>
      <Stack isFilled>
        <Question card={card} text={card.text} />
        <Words answer={answer} onAnswer={() => undefined} isClosed labelledBy={label} />
      </Stack>
      <Stack isFilled>
        <Stack gap={2} isFilled>
          <small>
            <Translate id="interview.followUp" values={{ step, count: card.followUps.length }}>
              {'Follow-up question {step} of {count}'}
            </Translate>
          </small>
          <h2 id={label} className={css.followUp}>
            <Marked text={card.followUps[step - 1]!.text} />
          </h2>
        </Stack>
        <Words answer={said} onAnswer={(next) => onSaid(textIn(next))} isClosed={false} labelledBy={label} />
      </Stack>
    </Stack>
  );
}
