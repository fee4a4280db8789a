import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo, useState } from 'react';
import type { Row, RowQuestion } from '../../model/contract';
import { Marked } from '../../ui/Marked';
import { AnswerView } from './AnswerView';
import { type Hand, type HandMark as Mark, markIn } from './hand';
import { HandMark } from './HandMark';
import { nameOf } from './rows';
import type { Loaded } from './session';
import { guidanceIn } from './teacher';
import css from './ReadByHand.module.css';

interface ReadByHandProps {
  assignment: Loaded;
  /** Of the files that count, as they were marked, without points given by hand. */
  rows: readonly Row[];
  hand: Hand;
  onGive: (student: string, question: string, mark: Mark) => void;
}

interface Answer {
  row: Row;
  question: RowQuestion;
}

/** Answers shown at a time: each has fields. */
const PAGE = 10;

/** What no model can mark, question by question: all answers to one, then all to the next. */
export function ReadByHand({ assignment, rows, hand, onGive }: ReadByHandProps): ReactNode {
  const [chosen, setChosen] = useState('');
  const [named, setNamed] = useState(false);
  const [most, setMost] = useState(PAGE);
  const answers: Answer[] = rows.flatMap((row) =>
    row.questions.filter(({ points }) => points === null).map((question) => ({ row, question })),
  );
  const ids = [...new Set(answers.map(({ question }) => question.id))];
  const id = ids.includes(chosen) ? chosen : ids[0];
  const own = answers.filter(({ question }) => question.id === id);
  const isRead = ({ row, question }: Answer): boolean => markIn(hand, row.student.id, question.id)?.points != null;
  const guidance = useMemo(() => guidanceIn(assignment.text), [assignment]);
  if (id === undefined) return null;
  const asked = assignment.head.questions.find((each) => each.id === id);
  const { solution = '', marking = '' } = guidance.get(id) ?? {};
  return (
    <>
      <div className={css.head}>
        <div
          className={css.choices}
          role="group"
          aria-label={translate({ id: 'grade.read.which', message: 'Question' })}
        >
          {ids.map((each) => {
            const all = answers.filter(({ question }) => question.id === each);
            return (
              <button
                key={each}
                type="button"
                aria-pressed={each === id}
                onClick={() => {
                  setChosen(each);
                  setMost(PAGE);
                }}
              >
                {each} {all.filter(isRead).length}/{all.length}
              </button>
            );
          })}
        </div>
        <label className={css.named}>
          <input type="checkbox" checked={named} onChange={(event) => setNamed(event.target.checked)} />
          <Translate id="grade.read.named">Show names</Translate>
        </label>
      </div>
      {asked && (
        <p className={css.asked}>
          <Marked text={asked.text} />
        </p>
      )}
      {(solution || marking) && (
        <details className={css.guidance}>
          <summary>
            <Translate id="grade.read.guidance">Solution and notes for marking</Translate>
          </summary>
          {[solution, marking].filter(Boolean).map((text) => (
            <p key={text}>
              <Marked text={text} />
            </p>
          ))}
        </details>
      )}
      <ol className={css.answers}>
        {own.slice(0, most).map(({ row, question }, place) => (
          <li key={row.file} data-read={isRead({ row, question })}>
            <p className={css.who}>
              {named
                ? nameOf(row)
                : translate({ id: 'grade.read.nameless', message: 'Answer {place}' }, { place: place + 1 })}
            </p>
            <AnswerView kind={question.kind} answer={question.answer} said={question.said} />
            {question.kind !== 'text' && <p className={css.reason}>{question.reason}</p>}
            <HandMark
              label={translate(
                { id: 'grade.read.mark', message: 'Your mark for answer {place} to {id}' },
                { place: place + 1, id: question.id },
              )}
              possible={question.possible}
              mark={markIn(hand, row.student.id, question.id)}
              onGive={(mark) => onGive(row.student.id, question.id, mark)}
            />
          </li>
        ))}
      </ol>
      {own.length > most && (
        <button type="button" className={css.more} onClick={() => setMost(most + PAGE)}>
          <Translate id="grade.read.more" values={{ left: own.length - most }}>
            {'Show more ({left} left)'}
          </Translate>
        </button>
      )}
    </>
  );
}
