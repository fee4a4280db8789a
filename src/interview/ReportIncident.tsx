import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { Waiting } from '../classroom/question/Waiting';
import { useAnswerOf } from '../classroom/useAnswerOf';
import { useDesk } from '../classroom/useDesk';
import { addressOf } from '../incidents/address';
import { Complaint } from '../incidents/Complaint';
import { DebriefCard } from '../incidents/debrief/DebriefCard';
import type { InterviewAnswer } from '../memory/types';
import type { Debrief, Incident } from '../model/contract';
import { USUAL } from '../model/kernels';
import { Stack } from '../ui/layout';
import { Text } from '../ui/Text';
import { callAnswer, chapterIn, type IncidentCard, linesIn } from './incident';
import { IncidentHead } from './IncidentHead';

interface ReportIncidentProps {
  card: IncidentCard;
  answer: InterviewAnswer;
  onGraded: (part: Partial<InterviewAnswer>) => void;
}

/** The incident of the report: Python does the call again, and says what it was worth. */
export function ReportIncident({ card, answer, onGraded }: ReportIncidentProps): ReactNode {
  const { desk } = useDesk();
  const { wanted } = card;
  // The same list as long as it says the same: that it was graded is told in the answer, too.
  const done = JSON.stringify(linesIn(answer.answer));
  const lines = useMemo(() => JSON.parse(done) as string[], [done]);
  const ask = useCallback(
    async (signal: AbortSignal) => ({
      incident: await desk.ask<Incident>('incident', wanted, signal),
      debrief: await desk.ask<Debrief>('debrief', { family: '', kernel: USUAL, ...wanted, lines }, signal),
    }),
    [desk, wanted, lines],
  );
  const { answer: found, failure } = useAnswerOf(ask);
  const grade = useEffectEvent(({ points, solution: { chapter } }: Debrief) => {
    if (answer.share !== null && chapterIn(answer.answer) === chapter) return;
    onGraded({ share: answer.share ?? points / 100, answer: callAnswer({ asked: lines, chapter }) });
  });
  useEffect(() => {
    if (found) grade(found.debrief);
  }, [found]);
  if (!found) return <Waiting failure={failure} />;
  return (
    <Stack gap={5} isFilled>
      <IncidentHead level={answer.level} as="h3" />
      <Text isProse>
        <Complaint incident={found.incident} />
      </Text>
      <DebriefCard opened={wanted} {...found} lines={lines} ask={desk.ask} level={4}>
        <Link to={`/book/guide/incident-room/${addressOf(wanted)}`}>
          <Translate id="interview.incident.again">Play it again in the incident room</Translate>
        </Link>
      </DebriefCard>
    </Stack>
  );
}
