import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { practised } from '../practised';
import { useDesk } from '../useDesk';
import { placeOf } from '../work';
import { keepPlace } from './place';
import { Preparing } from './Preparing';
import { Refused } from './Refused';
import { Session } from './Session';
import { Take } from './Take';
import { useAnswerOf } from '../useAnswerOf';
import { useOffline } from './useOffline';
import { useReport } from './useReport';
import type { Who } from './Welcome';
import { messageOf } from '../../runtime/errors';

interface PosedProps {
  assignment: string;
  who: Who;
  lms: string;
  /** Text of the file that tells what is right, where that was published. */
  answerKey: string | undefined;
  onLeave: (() => void) | undefined;
  onOther: () => void;
}

/** The questions as this student has them. */
export function Posed({ assignment, who, lms, answerKey, onLeave, onOther }: PosedProps): ReactNode {
  const { desk } = useDesk();
  const { student } = who;
  const [code, setCode] = useState(who.code ?? '');
  const ask = useCallback(
    (signal: AbortSignal) => desk.paper(assignment, student, signal, code),
    [desk, assignment, student, code],
  );
  const { answer: posed, failure } = useAnswerOf(ask);
  const paper = useMemo(() => posed && practised(posed), [posed]);
  const offline = useOffline(paper);
  const report = useReport(paper?.assignment.embed ?? '', lms);
  if (failure !== undefined) return <Refused reason={failure} onLeave={onOther} />;
  if (!paper) return <Preparing assignment={assignment} />;
  const place = placeOf(paper.assignment.fingerprint, paper.code);
  keepPlace({ fingerprint: place, student: paper.student });
  const isPractice = paper.assignment.proctored && !paper.code;

  /** Python reads what was typed: it may be mistyped, or another assignment's. */
  async function sit(typed: string): Promise<string | undefined> {
    try {
      setCode((await desk.paper(assignment, student, undefined, typed)).code);
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }
  return (
    <>
      {isPractice && <Session onCode={sit} />}
      <Take
        key={place}
        {...{ assignment, paper, answerKey, isPractice, offline, onLeave }}
        name={who.name}
        onReport={report}
      />
    </>
  );
}
