import Translate from '@docusaurus/Translate';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import type { Desk } from '../useDesk';
import type { Row } from '../../model/contract';
import { Downloads } from './Downloads';
import css from './Grade.module.css';
import { entriesOf } from './hand';
import { sheetOf } from './intake';
import { OverviewSection } from './OverviewSection';
import { ReadByHand } from './ReadByHand';
import { RowSheet } from './RowSheet';
import { LARGEST, type Loaded, type Session, type SessionState } from './session';
import { Table } from './Table';
import type { HandKeeping } from './useHand';
import { useOverview } from './useOverview';
import { usePaper } from './usePaper';

interface MarksProps {
  desk: Desk;
  session: Session;
  state: SessionState;
  assignment: Loaded;
  keeping: HandKeeping;
}

/** A file that is looked at, among others. */
interface Opened {
  file: string;
  among: string[];
}

/** All that the marks of a class are shown as. */
export function Marks({ desk, session, state, assignment, keeping }: MarksProps): ReactNode {
  const { isMarking } = state;
  // While one comes after the other, the page answers to the teacher first.
  const rows = useDeferredValue(state.rows);
  const { hand, give, take } = keeping;
  const [opened, setOpened] = useState<Opened>();
  const entries = useMemo(() => entriesOf(hand), [hand]);
  const { overview, failure, told } = useOverview(desk, assignment.text, rows, entries);
  const shown = useMemo(
    () =>
      rows.map((row): Row => {
        const { questions, ...found } = told.get(row) ?? row;
        // The model's reason stays in sight beside a teacher's points.
        return { ...found, questions: questions.map((each, k) => ({ ...each, reason: row.questions[k]!.reason })) };
      }),
    [rows, told],
  );

  const row = opened && shown.find(({ file }) => file === opened.file);
  const paper = usePaper(desk, assignment.text, row?.student.id);
  const openAt = (place: number): (() => void) | undefined => {
    const file = opened?.among[place];
    return opened && file !== undefined ? () => setOpened({ ...opened, file }) : undefined;
  };
  const open = (file: string, among: string[]): void => setOpened({ file, among });
  const place = opened ? opened.among.indexOf(opened.file) : -1;
  // Of a student's files one counts; the others need no reading.
  const counting = useMemo(() => {
    const past = (overview?.duplicates ?? []).flatMap(({ files, counts }) => files.filter((each) => each !== counts));
    return past.length > 0 ? rows.filter(({ file }) => !past.includes(file)) : rows;
  }, [rows, overview]);
  const toRead = counting.some(({ questions }) => questions.some(({ points }) => points === null));
  const questions = assignment.head.questions.filter(({ kind }) => kind !== 'note');

  return (
    <>
      <section aria-labelledby="grade-table">
        <h2 id="grade-table">
          <Translate id="grade.marks.heading">Marks</Translate>
        </h2>
        <Table questions={questions} rows={shown} onOpen={open} />
      </section>
      <section aria-labelledby="grade-overview">
        <h2 id="grade-overview">
          <Translate id="grade.overview">The class</Translate>
        </h2>
        {failure && (
          <p className={css.notice} role="alert">
            {failure}
          </p>
        )}
        {overview ? (
          <OverviewSection overview={overview} rows={shown} isMarking={isMarking} onOpen={open} />
        ) : (
          <p className={css.lead}>
            <Translate id="grade.overview.soon">The files are being compared …</Translate>
          </p>
        )}
      </section>
      {toRead && (
        <section aria-labelledby="grade-read">
          <h2 id="grade-read">
            <Translate id="grade.read">To read</Translate>
          </h2>
          <p className={css.lead}>
            <Translate id="grade.read.lead">
              One question at a time, without names. The browser keeps points and comments for this assignment.
            </Translate>
          </p>
          {!keeping.isKept && (
            <p className={css.notice} role="alert">
              <Translate id="grade.hand.lost">
                This browser does not keep anything: download the points by hand before you leave.
              </Translate>
            </p>
          )}
          <ReadByHand assignment={assignment} rows={counting} hand={hand} onGive={give} />
        </section>
      )}
      <section aria-labelledby="grade-downloads">
        <h2 id="grade-downloads">
          <Translate id="grade.downloads">Take them with you</Translate>
        </h2>
        <Downloads
          assignment={assignment.name}
          hasHand={entries.length > 0}
          disabled={isMarking}
          csv={(format) => desk.ask('csv', { assignment: assignment.text, rows: state.rows, hand: entries, format })}
          onHand={async (file) => {
            const { text } = await sheetOf(file, LARGEST);
            if (text === null) throw new Error(`${file.name}: allowed is a CSV file of at most 1 MB`);
            const found = await desk.ask<{ hand: typeof entries }>('hand', { assignment: assignment.text, text });
            take(found.hand);
            return found.hand.length;
          }}
        />
      </section>
      {row && (
        <RowSheet
          row={row}
          text={session.textOf(row.file)}
          paper={paper}
          hand={hand}
          onGive={give}
          onBefore={openAt(place - 1)}
          onNext={openAt(place + 1)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
