import type { ReactNode } from 'react';
import type { AssignmentHead, Row } from '../../model/contract';
import { sayPoints } from './words';
import { Points } from './Points';
import { nameOf } from './rows';
import css from './Table.module.css';
import { Verdict } from './Verdict';

interface TableRowProps {
  row: Row;
  questions: AssignmentHead['questions'];
  onOpen: () => void;
}

/** What is to be known beside the marks. */
const remarksOf = ({ verdict, reason, notes }: Row): string =>
  [...(verdict === 'graded' || verdict === 'to-read' ? [] : [reason]), ...notes].join(' ');

/** One file. */
export function TableRow({ row, questions, onOpen }: TableRowProps): ReactNode {
  const found = new Map(row.questions.map((each) => [each.id, each]));
  const name = nameOf(row);
  const isRefused = row.verdict === 'refused';
  return (
    <tr>
      <th scope="row">
        <button type="button" className={css.open} onClick={onOpen}>
          {name}
        </button>
        {row.student.id && row.student.id !== name && <small>{row.student.id}</small>}
      </th>
      <td>
        <Verdict verdict={row.verdict} />
      </td>
      <td className={css.total}>
        {isRefused ? (
          '0'
        ) : (
          <>
            <b>{sayPoints(row.points)}</b>/{sayPoints(row.possible)}
          </>
        )}
      </td>
      {!isRefused &&
        questions.map(({ id, points }) => {
          const question = found.get(id);
          return (
            <td key={id}>
              {question ? (
                <Points points={question.points} possible={points} byHand={question.by_hand ?? false} />
              ) : (
                <span className={css.none}>–</span>
              )}
            </td>
          );
        })}
      {/* What was refused has no answers: why stands in their place, where it is seen. */}
      <td className={css.notes} colSpan={isRefused ? questions.length + 1 : 1}>
        <p title={remarksOf(row)}>{remarksOf(row)}</p>
      </td>
    </tr>
  );
}
