import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo, useState } from 'react';
import type { Row as FileRow, RowQuestion } from '../../model/contract';
import { Button, Chip } from '../../ui/Button';
import { Check } from '../../ui/Field';
import { Row, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import { AnswerView } from './AnswerView';
import { type Hand, type HandMark as Mark, markIn } from './hand';
import { HandMark } from './HandMark';
import { nameOf } from './rows';
import type { Loaded } from './session';
import { guidanceIn } from './teacher';

interface ReadByHandProps {
  assignment: Loaded;
  /** Of the files that count, as they were marked, without points given by hand. */
  rows: readonly FileRow[];
  hand: Hand;
  onGive: (student: string, question: string, mark: Mark) => void;
}

interface Answer {
  row: FileRow;
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
      <Row gap={6} isCentred>
        <Row gap={3} role="group" aria-label={translate({ id: 'grade.read.which', message: 'Question' })}>
          {ids.map((each) => {
            const all = answers.filter(({ question }) => question.id === each);
            return (
              <Chip
                key={each}
                isOn={each === id}
                onClick={() => {
                  setChosen(each);
                  setMost(PAGE);
                }}
              >
                {each} {all.filter(isRead).length}/{all.length}
              </Chip>
            );
          })}
        </Row>
        <Check
          label={translate({ id: 'grade.read.named', message: 'Show names' })}
          checked={named}
          onChange={(event) => setNamed(event.target.checked)}
        />
      </Row>
      {asked && (
        <Text isProse size="body">
          <Marked text={asked.text} />
        </Text>
      )}
      {(solution || marking) && (
        <details>
          <summary>
            <Translate id="grade.read.guidance">Solution and marking notes</Translate>
          </summary>
          {[solution, marking].filter(Boolean).map((text) => (
            <Text isProse key={text}>
              <Marked text={text} />
            </Text>
          ))}
        </details>
      )}
      <Stack as="ol" gap={5} isFilled isRuled>
        {own.slice(0, most).map(({ row, question }, place) => (
          <Stack as="li" key={row.file} isFilled>
            <Text size="note" tone="soft" isStrong>
              {isRead({ row, question }) && (
                <Text as="span" tone="good">
                  ✓{' '}
                </Text>
              )}
              {named
                ? nameOf(row)
                : translate({ id: 'grade.read.nameless', message: 'Answer {place}' }, { place: place + 1 })}
            </Text>
            <AnswerView kind={question.kind} answer={question.answer} said={question.said} />
            {question.kind !== 'text' && <small>{question.reason}</small>}
            <HandMark
              label={translate(
                { id: 'grade.read.mark', message: 'Your mark for answer {place} to {id}' },
                { place: place + 1, id: question.id },
              )}
              possible={question.possible}
              mark={markIn(hand, row.student.id, question.id)}
              onGive={(mark) => onGive(row.student.id, question.id, mark)}
            />
          </Stack>
        ))}
      </Stack>
      {own.length > most && (
        <Button onClick={() => setMost(most + PAGE)}>
          <Translate id="grade.read.more" values={{ left: own.length - most }}>
            {'Show more ({left} left)'}
          </Translate>
        </Button>
      )}
    </>
  );
}
