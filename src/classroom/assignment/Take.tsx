import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { download } from '../download';
import { standing } from '../standing';
import { useDesk } from '../useDesk';
import { useMarking } from '../useMarking';
import {
  answered,
  checked,
  givenFor,
  handedIn,
  isHandedAsIs,
  marked,
  placeOf,
  reopened,
  timesOver,
  workOf,
} from '../work';
import type { CaptureFile, Paper } from '../../model/contract';
import { CaptureOf } from '../question/captureOf';
import { isWhole } from '../question/kinds/AnswerTo';
import { Sheet } from '../sheet/Sheet';
import { Button } from '../../ui/Button';
import { Row } from '../../ui/layout';
import { HandIn } from './HandIn';
import { Introduction } from './Introduction';
import { PosedQuestion } from './PosedQuestion';
import { type Report, reportOf } from './report';
import { useChecking } from './useChecking';
import { useRevealed } from './useRevealed';
import { usePrinting } from './usePrinting';
import type { useOffline } from './useOffline';
import { useWork } from './useWork';
import { WorkState } from './WorkState';
import { messageOf } from '../../runtime/errors';

const present = (): number => Date.now();

interface TakeProps {
  /** Text of the public part. */
  assignment: string;
  paper: Paper;
  name: string;
  /** Text of the file that tells what is right, where that was published. */
  answerKey: string | undefined;
  /** Does nothing of it count? */
  isPractice: boolean;
  offline: ReturnType<typeof useOffline>;
  onLeave: (() => void) | undefined;
  onReport: (report: Report) => void;
}

/** The paper of a student, while it is worked on. */
export function Take({
  assignment,
  paper,
  name,
  answerKey,
  isPractice,
  offline,
  onLeave,
  onReport,
}: TakeProps): ReactNode {
  const { assignment: about, student, code, questions } = paper;
  const { fingerprint, title, feedback } = about;
  const { kept, change, isStored, isFromOther, startOver, write } = useWork({
    assignment,
    fingerprint: placeOf(fingerprint, code),
    title,
    student,
    name,
    code,
  });
  const { desk } = useDesk();
  const captureOf = useCallback(
    (question: string) => desk.ask<CaptureFile>('capture_file', { assignment, student, question, code }),
    [desk, assignment, student, code],
  );
  const mark = useMarking(answerKey ?? assignment, student, code);
  const { question: checking, failures, check } = useChecking(mark);
  const [isHanding, setHanding] = useState(false);
  const [failure, setFailure] = useState<string>();
  const asked = questions.filter(({ kind }) => kind !== 'note');
  const isDone = (id: string): boolean =>
    isWhole(
      questions.find((each) => each.id === id)!,
      givenFor(kept, id).answer,
    );

  useEffect(() => {
    if (!isPractice) onReport(reportOf(paper, kept));
  }, [paper, kept, isPractice, onReport]);
  useRevealed({ isOpen: answerKey !== undefined, handed: kept.handed, mark: check, change });

  const checkOne = useCallback(
    async (id: string, answer: unknown) => {
      const found = await check(id, answer);
      if (found) change((old, now) => checked(old, id, { answer, mark: found }, now));
    },
    [check, change],
  );

  async function handIn(): Promise<void> {
    setHanding(true);
    setFailure(undefined);
    const now = present();
    try {
      const whole = workOf(kept, now, isDone);
      const made = await desk.handIn({ assignment, student, name: kept.name, work: whole, code });
      download(made.file, made.name);
      change((old) => handedIn(old, { receipt: made.receipt, name: made.name, at: whole.handed_in }, now));
      await tellMarks();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setHanding(false);
    }
  }

  /** After the hand-in, each answer that was not checked before is marked, if that is told at all. */
  async function tellMarks(): Promise<void> {
    if (feedback === 'never' || feedback === 'reveal') return;
    for (const question of asked) {
      const { answer } = givenFor(kept, question.id);
      const { mark: known, canCheck } = standing(question, kept, about);
      if (!isDone(question.id) || known) continue;
      if (feedback === 'at-once' && canCheck) await checkOne(question.id, answer);
      if (feedback === 'after') {
        const found = await check(question.id, answer);
        if (found) change((old) => marked(old, { [question.id]: found }));
      }
    }
  }

  function leave(): void {
    // The list that comes next is to have it.
    write();
    onLeave?.();
  }

  function forget(): void {
    const sure = translate({
      id: 'assignment.over.sure',
      message:
        'Start over? This clears your answers, except those that can no longer be changed. Your file will say that you started over, and how often you checked before. If you answer a question again after you’ve seen its mark, the new answer counts for nothing unless your teacher decides otherwise.',
    });
    if (window.confirm(sure)) startOver((id) => isUsedUp(id));
  }

  const isUsedUp = (id: string): boolean => {
    const question = questions.find((each) => each.id === id);
    return question !== undefined && feedback === 'at-once' && standing(question, kept, about).isClosed;
  };
  const isPrinting = usePrinting();
  let number = 0;
  return (
    <>
      <Introduction about={about} />
      <WorkState
        {...{ student, code }}
        name={kept.name}
        done={asked.filter(({ id }) => isDone(id)).length}
        all={asked.length}
        {...{ isStored, isFromOther, offline }}
      />
      <CaptureOf value={captureOf}>
        {questions.map((question) => {
          const { id, kind } = question;
          const { answer } = givenFor(kept, id);
          return (
            <PosedQuestion
              key={`${id} ${timesOver(kept)}`}
              {...{ question, answer }}
              number={kind === 'note' ? undefined : ++number}
              standing={standing(question, kept, about)}
              isChecking={checking === id}
              failure={failures[id]}
              onAnswer={(next) => change((old, now) => answered(old, id, next, now))}
              onCheck={() => void checkOne(id, answer)}
            />
          );
        })}
      </CaptureOf>
      {!isPractice && answerKey === undefined && (
        <HandIn
          questions={questions}
          kept={kept}
          isFinal={feedback === 'after'}
          isBusy={isHanding}
          failure={failure}
          onHandIn={() => void handIn()}
          onReopen={() => change(reopened)}
        />
      )}
      <Row gap={6}>
        <Button look="quiet" onClick={forget}>
          <Translate id="assignment.over">Start over</Translate>
        </Button>
        {onLeave && (
          <Button look="quiet" onClick={leave}>
            <Translate id="assignment.leave">Another assignment, or another student</Translate>
          </Button>
        )}
      </Row>
      {isPrinting && (
        <Sheet
          paper={paper}
          answers={Object.fromEntries(Object.entries(kept.answers).map(([id, { answer }]) => [id, answer]))}
          name={kept.name}
          receipt={isHandedAsIs(kept) ? kept.handed?.receipt : undefined}
        />
      )}
    </>
  );
}
