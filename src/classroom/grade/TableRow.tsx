import { memo, type ReactNode } from 'react';
import type { AssignmentHead, Row } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Text } from '../../ui/Text';
import { sayMinutes, sayPoints } from './asText';
import css from './MarksTable.module.css';
import { Points } from './Points';
import { isJudged, nameOf } from './rows';
import { Verdict } from './Verdict';

interface TableRowProps {
  row: Row;
  questions: AssignmentHead['questions'];
  /** Was it due at some time? */
  isDue: boolean;
  onOpen: (file: string) => void;
}

/** What is to be known beside the marks. */
const remarksOf = ({ verdict, reason, notes }: Row): string =>
  [...(verdict === 'graded' || verdict === 'to-read' ? [] : [reason]), ...notes].join(' ');

/** One file. There may be a thousand, of which one changes. */
export const TableRow = memo(function TableRow({ row, questions, isDue, onOpen }: TableRowProps): ReactNode {
  const found = new Map(row.questions.map((each) => [each.id, each]));
  const name = nameOf(row);
  const hasMarks = isJudged(row);
  return (
    <tr>
      <th scope="row">
        <Button look="quiet" onClick={() => onOpen(row.file)}>
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
        {hasMarks ? (
          <>
            <b>{sayPoints(row.points)}</b>
            <small>/{sayPoints(row.possible)}</small>
          </>
        ) : (
          '–'
        )}
      </td>
      {isDue && <td>{row.late ? sayMinutes(row.late) : ''}</td>}
      {hasMarks &&
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
      {/* What has no marks has no answers: why stands in their place, where it is seen. */}
      <td colSpan={hasMarks ? 1 : questions.length + 1}>
        <Text tone="soft" className={css.notes} title={remarksOf(row)}>
          {remarksOf(row)}
        </Text>
      </td>
    </tr>
  );
});
