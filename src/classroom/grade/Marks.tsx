import Translate from '@docusaurus/Translate';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Desk } from '../useDesk';
import type { Files, Row } from '../../model/contract';
import { Notice } from '../../ui/Panel';
import { Section } from '../../ui/Section';
import { Text } from '../../ui/Text';
import { Downloads } from './Downloads';
import { DueField, ReopenedField } from './SettlingFields';
import { entriesOf } from './hand';
import { sheetOf } from './intake';
import { settledRow } from './lean';
import { MarksTable } from './MarksTable';
import { OverviewSection } from './OverviewSection';
import { ReadByHand } from './ReadByHand';
import { rulesOf, type Settling, withCounting } from './rules';
import { RowSheet } from './RowSheet';
import { LARGEST, type Loaded, type Session, type SessionState } from './session';
import type { HandKeeping } from './useHand';
import { useAlike } from './useAlike';
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
  const [settling, setSettling] = useState<Settling>({ due: assignment.head.due, reopened: 'void', counts: [] });
  const asked = { assignment: assignment.text, rows, hand: entries, settling };
  const { overview, failure, told } = useOverview(desk, asked, isMarking);
  const compared = useAlike(desk, { assignment: assignment.text, rows, counts: settling.counts }, isMarking);
  const shown = useMemo(() => rows.map((row): Row => settledRow(row, told.get(row))), [rows, told]);

  const row = opened && shown.find(({ file }) => file === opened.file);
  const paper = usePaper({ desk, assignment: assignment.text, student: row?.student.id, session: row?.session });
  const openAt = (place: number): (() => void) | undefined => {
    const file = opened?.among[place];
    return opened && file !== undefined ? () => setOpened({ ...opened, file }) : undefined;
  };
  const open = useCallback((file: string, among: string[]): void => setOpened({ file, among }), []);
  const place = opened ? opened.among.indexOf(opened.file) : -1;
  // Of a student's files one counts; the others need no reading.
  const counting = useMemo(() => {
    const past = (overview?.duplicates ?? []).flatMap(({ files, counts, unsettled }) =>
      unsettled ? [] : files.filter((each) => each !== counts),
    );
    return past.length > 0 ? rows.filter(({ file }) => !past.includes(file)) : rows;
  }, [rows, overview]);
  const toRead = counting.some(({ questions }) => questions.some(({ points }) => points === null));
  const questions = assignment.head.questions.filter(({ kind }) => kind !== 'note');

  const handed = () => ({ assignment: assignment.text, rows: state.rows, hand: entries, rules: rulesOf(settling) });

  return (
    <>
      <Section title={<Translate id="grade.marks.heading">Marks</Translate>}>
        <DueField due={settling.due} onChange={(due) => setSettling({ ...settling, due })} />
        {rows.some(({ questions: all }) => all.some(({ again }) => again)) && (
          <ReopenedField value={settling.reopened} onChange={(reopened) => setSettling({ ...settling, reopened })} />
        )}
        <MarksTable questions={questions} rows={shown} isDue={settling.due !== ''} onOpen={open} />
      </Section>
      <Section title={<Translate id="grade.overview">The class</Translate>}>
        {failure && <Notice tone="bad">{failure}</Notice>}
        {overview ? (
          <OverviewSection
            overview={overview}
            compared={compared}
            chosen={settling.counts}
            rows={shown}
            isMarking={isMarking}
            onOpen={open}
            onCounts={(file, others) => setSettling(withCounting(settling, file, others))}
          />
        ) : (
          <Text tone="soft">
            <Translate id="grade.overview.soon">Comparing the files …</Translate>
          </Text>
        )}
      </Section>
      {toRead && (
        <Section title={<Translate id="grade.read">To read</Translate>}>
          <Text isProse tone="soft">
            <Translate id="grade.read.lead">
              One question at a time, without names. Your browser saves your points and comments for this assignment.
            </Translate>
          </Text>
          {!keeping.isKept && (
            <Notice tone="bad">
              <Translate id="grade.hand.lost">
                This browser saves nothing: download your points by hand before you leave.
              </Translate>
            </Notice>
          )}
          <ReadByHand assignment={assignment} rows={counting} hand={hand} onGive={give} />
        </Section>
      )}
      <Section title={<Translate id="grade.downloads">Downloads</Translate>}>
        <Downloads
          assignment={assignment.name}
          hasHand={entries.length > 0}
          settling={settling}
          dueSaid={assignment.head.due}
          disabled={isMarking}
          csv={(format) => desk.ask('csv', { ...handed(), format })}
          feedback={async () => (await desk.ask<Files>('feedback', handed())).files}
          oral={async () => (await desk.ask<Files>('oral', handed())).files}
          onHand={async (file) => {
            const { text } = await sheetOf(file, LARGEST);
            if (text === null) throw new Error(`${file.name}: only a CSV file of at most 1 MB works here`);
            const found = await desk.ask<{ hand: typeof entries }>('hand', { assignment: assignment.text, text });
            take(found.hand);
            return found.hand.length;
          }}
        />
      </Section>
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
