import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { PaperQuestion, RowQuestion as Question } from '../../model/contract';
import { Given } from '../question/Given';
import { Marked } from '../../ui/Marked';
import { AnswerView } from './AnswerView';
import type { HandMark as Mark } from './hand';
import { HandMark } from './HandMark';
import { sayPoints } from './words';
import css from './RowSheet.module.css';
import type { Visit } from './submission';

interface RowQuestionProps {
  question: Question;
  /** As this student had it; undefined: not known, or not known yet. */
  posed: PaperQuestion | undefined;
  /** The answer as the file has it, whatever it is. */
  raw: unknown;
  attempts: number | undefined;
  visit: Visit | undefined;
  mark: Mark | undefined;
  onGive: (mark: Mark) => void;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Whole minutes that a visit lies between. */
function minutesOf({ from, to }: Visit): { from: number; to: number } {
  const first = Math.floor(from);
  return { from: first, to: Math.max(Math.ceil(to), first + 1) };
}

/** One question of a file: as it was posed, what was answered, what it is worth and why. */
export function RowQuestion({ question, posed, raw, attempts, visit, mark, onGive }: RowQuestionProps): ReactNode {
  const { id, kind, points, possible, share, said, answer, reason, claimed, by_hand: byHand = false } = question;
  const isToRead = points === null || (byHand && kind === 'text');
  const differs = claimed !== null && share !== null && !byHand && Math.abs(claimed - share) > 1e-6;
  const field = (
    <HandMark
      label={translate({ id: 'grade.row.hand', message: 'Your mark for {id}' }, { id })}
      possible={possible}
      mark={mark}
      onGive={onGive}
    />
  );
  return (
    <section className={css.question} aria-labelledby={`grade-${id}`}>
      <h3 id={`grade-${id}`}>
        {id} <small>{kind}</small>
        <span className={css.worth}>
          {points === null ? translate({ id: 'grade.row.unread', message: 'to read' }) : sayPoints(points)} /{' '}
          {sayPoints(possible)}
          {byHand && (
            <small>
              {' '}
              <Translate id="grade.row.byHand">by hand</Translate>
            </small>
          )}
        </span>
      </h3>
      {posed && (
        <p className={css.posed}>
          <Marked text={posed.text} />
        </p>
      )}
      {posed?.figure && <Given figure={posed.figure} />}
      <AnswerView kind={kind} answer={answer ?? raw} said={said} />
      {reason && (
        <p className={css.reason}>
          <Marked text={reason} />
        </p>
      )}
      {claimed !== null && (
        <p className={css.claimed} data-differs={differs}>
          {translate(
            { id: 'grade.row.claimed', message: 'The file says that the student was told {claimed} of the points.' },
            { claimed: percent(claimed) },
          )}
        </p>
      )}
      {attempts !== undefined && (
        <p className={css.claimed}>
          {visit ? (
            <Translate id="grade.row.attempts" values={{ attempts, ...minutesOf(visit) }}>
              {'By the file’s own word: checked {attempts} ×, between minute {from} and minute {to}.'}
            </Translate>
          ) : (
            <Translate id="grade.row.attempts.only" values={{ attempts }}>
              {'By the file’s own word: checked {attempts} ×.'}
            </Translate>
          )}
        </p>
      )}
      {isToRead ? (
        field
      ) : (
        <details className={css.other} open={byHand}>
          <summary>
            <Translate id="grade.row.other">Give other points</Translate>
          </summary>
          {field}
        </details>
      )}
    </section>
  );
}
