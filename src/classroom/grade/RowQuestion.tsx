import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { PaperQuestion, RowQuestion as Question } from '../../model/contract';
import { Given } from '../question/Given';
import { Row, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import { AnswerView } from './AnswerView';
import type { HandMark as Mark } from './hand';
import { HandMark } from './HandMark';
import { sayPoints } from './asText';
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

const percent = (share: number): string => `${Math.round(100 * share)}%`;

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
    <Stack as="section" gap={3} isFilled aria-labelledby={`grade-${id}`}>
      <Row isApart>
        <h3 id={`grade-${id}`}>
          {id} <small>{kind}</small>
        </h3>
        <Text as="span" isStrong isNumbers>
          {points === null ? translate({ id: 'grade.row.unread', message: 'to read' }) : sayPoints(points)} /{' '}
          {sayPoints(possible)}
          {byHand && (
            <small>
              {' '}
              <Translate id="grade.row.byHand">by hand</Translate>
            </small>
          )}
        </Text>
      </Row>
      {posed && (
        <Text isProse>
          <Marked text={posed.text} />
        </Text>
      )}
      {posed?.figure && <Given figure={posed.figure} />}
      <AnswerView kind={kind} answer={answer ?? raw} said={said} />
      {reason && (
        <p>
          <Marked text={reason} />
        </p>
      )}
      {claimed !== null && (
        <Text size="note" tone={differs ? 'partly' : 'soft'}>
          {translate(
            {
              id: 'grade.row.claimed',
              message: 'The file says that the page gave the student {claimed} of the points.',
            },
            { claimed: percent(claimed) },
          )}
        </Text>
      )}
      {attempts !== undefined && (
        <small>
          {visit ? (
            <Translate id="grade.row.attempts" values={{ attempts, ...minutesOf(visit) }}>
              {'The file claims {attempts} checks, between minute {from} and minute {to}.'}
            </Translate>
          ) : (
            <Translate id="grade.row.attempts.only" values={{ attempts }}>
              {'The file claims {attempts} checks.'}
            </Translate>
          )}
        </small>
      )}
      {isToRead ? (
        field
      ) : (
        <details open={byHand}>
          <summary>
            <Translate id="grade.row.other">Give different points</Translate>
          </summary>
          {field}
        </details>
      )}
    </Stack>
  );
}
