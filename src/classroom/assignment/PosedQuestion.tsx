import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import type { Standing } from '../standing';
import type { Answer, PaperQuestion } from '../../model/contract';
import { Given } from '../question/Given';
import { MarkNote } from '../question/MarkNote';
import { QuestionFigure } from '../question/QuestionFigure';
import { AnswerTo, isWhole, SHOWS_ITSELF } from '../question/kinds/AnswerTo';
import { pointsInWords } from '../question/points';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import css from './PosedQuestion.module.css';

interface PosedQuestionProps {
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
export function PosedQuestion(props: PosedQuestionProps): ReactNode {
  const { question, number, answer, onAnswer, standing, failure, isChecking, onCheck } = props;
  const { id, kind, figure, text, points } = question;
  const label = useId();
  const isBefore = figure?.show === 'always' && !SHOWS_ITSELF.includes(kind);
  // A curve was asked for before it is seen, whatever else is said.
  const isAfter = standing.isOver && (kind === 'curve' ? figure?.show !== 'never' : figure?.show === 'after');
  return (
    <Stack as="article" id={`question-${id}`} className={css.question} gap={5} isFilled data-kind={kind} tabIndex={-1}>
      {number !== undefined && (
        <Row as="header" className={css.head} isApart>
          <h2>
            <Translate id="assignment.question" values={{ number }}>
              {'Question {number}'}
            </Translate>
          </h2>
          <small>{pointsInWords(points)}</small>
        </Row>
      )}
      <Text id={label} size="body" isProse>
        <Marked text={text} />
      </Text>
      {figure && <Given figure={figure} />}
      {isBefore && <QuestionFigure figure={lockedIn(question)} name={`figure-${id}`} />}
      <AnswerTo {...{ question, answer, onAnswer }} isClosed={standing.isClosed} labelledBy={label} />
      {(standing.canCheck || standing.left !== undefined) && (
        <Row isCentred>
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
          <small>{attemptsInWords(standing)}</small>
        </Row>
      )}
      <div role="status" className={css.said}>
        {standing.mark && <MarkNote mark={standing.mark} possible={points} />}
      </div>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {isAfter && <QuestionFigure figure={lockedIn(question)} name={`figure-${id}`} />}
    </Stack>
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
