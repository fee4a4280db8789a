import type { ReactNode } from 'react';
import type { AssignmentHead, Row } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Text } from '../../ui/Text';
import { sayPoints } from './asText';
import css from './MarksTable.module.css';
import { Points } from './Points';
import { nameOf } from './rows';
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
        <Button look="quiet" onClick={onOpen}>
          {name}
        </Button>
        {row.student.id && row.student.id !== name && (
          <Text as="small" size="small">
            <br />
            {row.student.id}
          </Text>
        )}
      </th>
      <td>
        <Verdict verdict={row.verdict} />
      </td>
      <td>
        {isRefused ? (
          '0'
        ) : (
          <>
            <b>{sayPoints(row.points)}</b>
            <small>/{sayPoints(row.possible)}</small>
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
                <small>–</small>
              )}
            </td>
          );
        })}
      {/* What was refused has no answers: why stands in their place, where it is seen. */}
      <td colSpan={isRefused ? questions.length + 1 : 1}>
        <Text tone="soft" className={css.notes} title={remarksOf(row)}>
          {remarksOf(row)}
        </Text>
      </td>
    </tr>
  );
}
