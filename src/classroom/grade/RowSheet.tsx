import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Paper, Row } from '../../model/contract';
import { type Hand, markIn, type HandMark } from './hand';
import { sayPoints, sayTime } from './words';
import { RowQuestion } from './RowQuestion';
import css from './RowSheet.module.css';
import { nameOf } from './rows';
import { submitted, visits } from './submission';
import { Verdict } from './Verdict';

interface RowSheetProps {
  row: Row;
  /** The file. */
  text: string;
  /** What this student was asked; undefined: not known, or not known yet. */
  paper: Paper | undefined;
  hand: Hand;
  onGive: (student: string, question: string, mark: HandMark) => void;
  /** To the rows beside it; undefined: there is none. */
  onBefore: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

/** All that is known of one file, beside the table. */
export function RowSheet({ row, text, paper, hand, onGive, onBefore, onNext, onClose }: RowSheetProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (dialog.current) dialog.current.scrollTop = 0;
  }, [row.file]);
  const said = submitted(text);
  const visited = visits(said);
  const posed = new Map(paper?.questions.map((each) => [each.id, each]));
  const about: [string, ReactNode][] = [
    [translate({ id: 'grade.row.id', message: 'Student id' }), row.student.id],
    [translate({ id: 'grade.row.file', message: 'File' }), row.file],
    [translate({ id: 'grade.row.receipt', message: 'Receipt' }), row.receipt],
    [translate({ id: 'grade.row.handedIn', message: 'Handed in' }), sayTime(row.handed_in)],
    [translate({ id: 'grade.row.minutes', message: 'Minutes from start to hand-in' }), row.minutes],
    [translate({ id: 'grade.row.log', message: 'Entries of its log' }), said.log.length || ''],
  ];
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby={heading} onClose={onClose}>
      <div className={css.bar}>
        <button type="button" disabled={!onBefore} onClick={onBefore}>
          <Translate id="grade.row.before">Previous</Translate>
        </button>
        <button type="button" disabled={!onNext} onClick={onNext}>
          <Translate id="grade.row.next">Next</Translate>
        </button>
        <button type="button" className={css.close} onClick={() => dialog.current?.close()}>
          <Translate id="grade.row.close">Close</Translate>
        </button>
      </div>
      <header className={css.head}>
        <h2 id={heading}>{nameOf(row)}</h2>
        <p>
          <Verdict verdict={row.verdict} />
          {row.verdict !== 'refused' && (
            <span className={css.total}>
              <b>{sayPoints(row.points)}</b> / {sayPoints(row.possible)}
            </span>
          )}
        </p>
      </header>
      {row.reason && <p className={css.verdictReason}>{row.reason}</p>}
      {row.notes.length > 0 && (
        <ul className={css.notes}>
          {row.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <dl className={css.about}>
        {about
          .filter(([, value]) => value !== '' && value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {row.questions.map((question) => (
        <RowQuestion
          key={`${row.file} ${question.id}`}
          question={question}
          posed={posed.get(question.id)}
          raw={said.questions[question.id]?.answer}
          attempts={said.questions[question.id]?.attempts}
          visit={visited.get(question.id)}
          mark={markIn(hand, row.student.id, question.id)}
          onGive={(mark) => onGive(row.student.id, question.id, mark)}
        />
      ))}
    </dialog>
  );
}
