import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import type { Standing } from '../standing';
import type { Answer, PaperQuestion } from '../../model/contract';
import { Given } from '../question/Given';
import { MarkNote } from '../question/MarkNote';
import { QuestionFigure } from '../question/QuestionFigure';
import { AnswerTo, isWhole, SHOWS_ITSELF } from '../question/kinds/Question';
import { pointsInWords } from '../question/words';
import { Marked } from '../../ui/Marked';
import css from './Assignment.module.css';
import { Button } from '../../ui/Button';

interface QuestionCardProps {
  question: PaperQuestion;
  /** Missing: it is a note. */
  number: number | undefined;
  answer: Answer;
  onAnswer: (answer: Answer) => void;
  standing: Standing;
  /** Why it could not be checked. */
  failure: string | undefined;
  isChecking: boolean;
  onCheck: () => void;
}

/** One question: what is asked, where it is answered, and what is said of it. */
export function QuestionCard(props: QuestionCardProps): ReactNode {
  const { question, number, answer, onAnswer, standing, failure, isChecking, onCheck } = props;
  const { id, kind, figure, text, points } = question;
  const label = useId();
  const isBefore = figure?.show === 'always' && !SHOWS_ITSELF.includes(kind);
  // A curve was asked for before it is seen, whatever else is said.
  const isAfter = standing.isOver && (kind === 'curve' ? figure?.show !== 'never' : figure?.show === 'after');
  return (
    <article id={`question-${id}`} className={css.question} data-kind={kind} tabIndex={-1}>
      {number !== undefined && (
        <header className={css.number}>
          <h2>
            <Translate id="assignment.question" values={{ number }}>
              {'Question {number}'}
            </Translate>
          </h2>
          <span>{pointsInWords(points)}</span>
        </header>
      )}
      <p id={label} className={css.text}>
        <Marked text={text} />
      </p>
      {figure && <Given figure={figure} />}
      {isBefore && <QuestionFigure figure={lockedIn(question)} name={`figure-${id}`} />}
      <AnswerTo {...{ question, answer, onAnswer }} isClosed={standing.isClosed} labelledBy={label} />
      {(standing.canCheck || standing.left !== undefined) && (
        <p className={css.check}>
          <Button
            disabled={!standing.canCheck || isChecking || !isWhole(question, answer) || standing.mark !== undefined}
            onClick={onCheck}
          >
            {isChecking ? (
              <Translate id="assignment.checking">Checking …</Translate>
            ) : (
              <Translate id="assignment.check">Check</Translate>
            )}
          </Button>
          <span>{attemptsInWords(standing)}</span>
        </p>
      )}
      <div role="status">{standing.mark && <MarkNote mark={standing.mark} possible={points} />}</div>
      {failure !== undefined && (
        <p className={css.problem} role="alert">
          {failure}
        </p>
      )}
      {isAfter && <QuestionFigure figure={lockedIn(question)} name={`figure-${id}`} />}
    </article>
  );
}

/** What was drawn is not to be moved. */
function lockedIn({ figure }: PaperQuestion): NonNullable<PaperQuestion['figure']> {
  const { locked, given } = figure!;
  return { ...figure!, locked: [...new Set([...locked, ...given.map(({ name }) => name)])] };
}

function attemptsInWords({ left }: Standing): string {
  if (left === undefined) return '';
  if (left === 1) return translate({ id: 'assignment.left1', message: '1 attempt left' });
  return translate({ id: 'assignment.left', message: '{left} attempts left' }, { left });
}
