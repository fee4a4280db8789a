import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Paper, Row as FileRow } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Bullets, Grid, Row, Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { type Hand, markIn, type HandMark } from './hand';
import { sayPoints, sayTime } from './asText';
import { RowQuestion } from './RowQuestion';
import { isJudged, nameOf } from './rows';
import { submitted, visits } from './submission';
import { Verdict } from './Verdict';

interface RowSheetProps {
  row: FileRow;
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
  const top = useRef<HTMLDivElement>(null);
  const heading = useId();
  useEffect(() => {
    // In newer browsers it gives a promise, which an effect may not.
    void top.current?.closest('dialog')?.scrollTo(0, 0);
  }, [row.file]);
  const said = submitted(text);
  const visited = visits(said);
  const posed = new Map(paper?.questions.map((each) => [each.id, each]));
  const about: [string, ReactNode][] = [
    [translate({ id: 'grade.row.id', message: 'Student ID' }), row.student.id],
    [translate({ id: 'grade.row.file', message: 'File' }), row.file],
    [translate({ id: 'grade.row.receipt', message: 'Receipt' }), row.receipt],
    [translate({ id: 'grade.row.handedIn', message: 'Handed in' }), sayTime(row.handed_in)],
    [translate({ id: 'grade.row.minutes', message: 'Minutes from start to hand-in' }), row.minutes],
    [translate({ id: 'grade.row.log', message: 'Log entries' }), said.log.length || ''],
  ];
  return (
    <Dialog
      look="sheet"
      aria-labelledby={heading}
      onClose={onClose}
      bar={
        <Row isApart>
          <Row gap={3}>
            <Button disabled={!onBefore} onClick={onBefore}>
              <Translate id="grade.row.before">Previous</Translate>
            </Button>
            <Button disabled={!onNext} onClick={onNext}>
              <Translate id="grade.row.next">Next</Translate>
            </Button>
          </Row>
          <form method="dialog">
            <Button type="submit">
              <Translate id="grade.row.close">Close</Translate>
            </Button>
          </form>
        </Row>
      }
    >
      <Stack gap={6} isFilled isRuled>
        <Stack isFilled ref={top}>
          <Row isApart gap={6}>
            <Text as="h2" size="title" id={heading}>
              {nameOf(row)}
            </Text>
            <Row as="p" gap={5}>
              <Verdict verdict={row.verdict} />
              {isJudged(row) && (
                <span>
                  <Text as="b" size="title" isNumbers>
                    {sayPoints(row.points)}
                  </Text>{' '}
                  <small>/ {sayPoints(row.possible)}</small>
                </span>
              )}
            </Row>
          </Row>
          {row.reason && <p>{row.reason}</p>}
          {row.notes.length > 0 && (
            <Text as={Bullets} tone="soft">
              {row.notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </Text>
          )}
          <Panel look="raised">
            <Grid as="dl" least="9rem">
              {about
                .filter(([, value]) => value !== '' && value !== null)
                .map(([name, value]) => (
                  <div key={name}>
                    <dt>
                      <small>{name}</small>
                    </dt>
                    <Text as="dd" size="note" isNumbers>
                      {value}
                    </Text>
                  </div>
                ))}
            </Grid>
          </Panel>
        </Stack>
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
      </Stack>
    </Dialog>
  );
}
