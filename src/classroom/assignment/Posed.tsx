import { type ReactNode, useCallback } from 'react';
import { useDesk } from '../useDesk';
import { keepPlace } from './place';
import { Preparing } from './Preparing';
import { Refused } from './Refused';
import { Take } from './Take';
import { useAnswerOf } from './useAnswerOf';
import { useOffline } from './useOffline';
import { useReport } from './useReport';
import type { Who } from './Welcome';

interface PosedProps {
  assignment: string;
  who: Who;
  lms: string;
  onLeave: (() => void) | undefined;
  onOther: () => void;
}

/** The questions as this student has them. */
export function Posed({ assignment, who, lms, onLeave, onOther }: PosedProps): ReactNode {
  const { desk } = useDesk();
  const { student } = who;
  const ask = useCallback(
    (signal: AbortSignal) => desk.paper(assignment, student, signal),
    [desk, assignment, student],
  );
  const { answer: paper, failure } = useAnswerOf(ask);
  const offline = useOffline(paper);
  const report = useReport(paper?.assignment.embed ?? '', lms);
  if (failure !== undefined) return <Refused reason={failure} onLeave={onOther} />;
  if (!paper) return <Preparing assignment={assignment} />;
  keepPlace({ fingerprint: paper.assignment.fingerprint, student: paper.student });
  return <Take {...{ assignment, paper, offline, onLeave }} name={who.name} onReport={report} />;
}
