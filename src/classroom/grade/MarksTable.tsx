import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AssignmentHead, Row } from '../../model/contract';
import { Button } from '../../ui/Button';
import Finder from '../../ui/finder/Finder';
import { Table } from '../../ui/Table';
import unseen from '../../ui/unseen.module.css';
import { sayPoints } from './asText';
import css from './MarksTable.module.css';
import { type Column, matches, sorted, type Sorting, VERDICTS } from './rows';
import { TableRow } from './TableRow';
import { verdictWord } from './Verdict';

interface MarksTableProps {
  questions: AssignmentHead['questions'];
  rows: readonly Row[];
  /** Was it due at some time? */
  isDue: boolean;
  /** `among`: the rows as they stand, to go on from one to the next. */
  onOpen: (file: string, among: string[]) => void;
}

interface HeadProps {
  column: Column;
  sorting: Sorting;
  onSort: (column: Column) => void;
  children: ReactNode;
}

function Head({ column, sorting, onSort, children }: HeadProps): ReactNode {
  const isMine = sorting.column === column;
  return (
    <th scope="col" aria-sort={isMine ? (sorting.descending ? 'descending' : 'ascending') : 'none'}>
      <Button look="quiet" onClick={() => onSort(column)}>
        {children}{' '}
        <span className={css.arrow} aria-hidden="true">
          {isMine ? (sorting.descending ? '↓' : '↑') : '↕'}
        </span>
      </Button>
    </th>
  );
}

/** A row for each file, to be sorted, filtered, searched and opened. */
export function MarksTable({ questions, rows, isDue, onOpen }: MarksTableProps): ReactNode {
  const [sorting, setSorting] = useState<Sorting>({ column: 'student', descending: false });
  const [verdict, setVerdict] = useState('');
  const [text, setText] = useState('');
  const shown = useMemo(
    () =>
      sorted(
        rows.filter((row) => matches(row, verdict, text)),
        sorting,
      ),
    [rows, verdict, text, sorting],
  );
  const among = useRef<string[]>([]);
  useEffect(() => {
    among.current = shown.map(({ file }) => file);
  }, [shown]);
  const openOne = useCallback((file: string) => onOpen(file, among.current), [onOpen]);
  const count = (kind: string): number => rows.filter((row) => row.verdict === kind).length;
  const choices = VERDICTS.filter((kind) => count(kind) > 0 || kind === verdict).map((kind) => ({
    id: kind,
    title: `${verdictWord(kind)} ${count(kind)}`,
  }));
  function sort(column: Column): void {
    setSorting((now) => ({ column, descending: now.column === column && !now.descending }));
  }
  return (
    <>
      <Finder
        label={translate({ id: 'grade.find', message: 'Find a student or a file' })}
        text={text}
        onText={setText}
        filters={[
          {
            label: translate({ id: 'grade.verdicts', message: 'Verdicts' }),
            choices,
            chosen: verdict,
            choose: setVerdict,
          },
        ]}
        count={
          <Translate id="grade.shown" values={{ shown: shown.length, all: rows.length }}>
            {'{shown} of {all} files'}
          </Translate>
        }
      />
      <Table
        className={css.marks}
        label={translate({ id: 'grade.table', message: 'Marks, one row for each file' })}
        height="max(24rem, 100dvh - 9rem)"
      >
        <thead>
          <tr>
            <Head column="student" sorting={sorting} onSort={sort}>
              <Translate id="grade.student">Student</Translate>
            </Head>
            <Head column="verdict" sorting={sorting} onSort={sort}>
              <Translate id="grade.verdict">Verdict</Translate>
            </Head>
            <Head column="points" sorting={sorting} onSort={sort}>
              <Translate id="grade.points">Points</Translate>
            </Head>
            {isDue && (
              <Head column="late" sorting={sorting} onSort={sort}>
                <Translate id="grade.late">Late</Translate>
              </Head>
            )}
            {questions.map(({ id, points }) => (
              <Head key={id} column={`q:${id}`} sorting={sorting} onSort={sort}>
                {id}{' '}
                <small>
                  <span className={unseen.unseen}>{translate({ id: 'grade.of', message: 'of' })}</span>
                  <span aria-hidden="true">/</span>
                  {sayPoints(points)}
                </small>
              </Head>
            ))}
            <th scope="col">
              <Translate id="grade.notes">Notes</Translate>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <TableRow key={row.file} {...{ row, questions, isDue }} onOpen={openOne} />
          ))}
        </tbody>
      </Table>
    </>
  );
}
