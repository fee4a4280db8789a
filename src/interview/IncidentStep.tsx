import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { incidentOf } from '../classroom/incidents';
import { Waiting } from '../classroom/question/Waiting';
import { useAnswerOf } from '../classroom/useAnswerOf';
import { useDesk } from '../classroom/useDesk';
import { useCall } from '../incidents/call/useCall';
import { CallRoom } from '../incidents/CallRoom';
import { Complaint } from '../incidents/Complaint';
import type { Incident } from '../model/contract';
import { Stack } from '../ui/layout';
import { Panel } from '../ui/Panel';
import { Text } from '../ui/Text';
import type { IncidentCard } from './incident';
import { IncidentHead } from './IncidentHead';
import room from '../incidents/IncidentRoom.module.css';

interface IncidentStepProps {
  card: IncidentCard;
  /** What was done before a reload. */
  lines: readonly string[];
  /** Told after each line, of all. */
  onLines: (lines: readonly string[]) => void;
  /** Is a line at work? Until it is done it is no part of the answer. */
  onBusy: (isBusy: boolean) => void;
}

/** The incident room, without an end: what the call is worth is for the report to say. */
export function IncidentStep(props: IncidentStepProps): ReactNode {
  const { card } = props;
  const { desk } = useDesk();
  const ask = useCallback(
    (signal: AbortSignal) => incidentOf(desk, { family: '', ...card.wanted }, signal),
    [desk, card],
  );
  const { answer: incident, failure } = useAnswerOf(ask);
  return (
    <Stack gap={5} isFilled>
      <IncidentHead level={card.level} as="h2" />
      <Text isProse>
        <Translate id="interview.incident.about">
          Work through the steps as far as you get. What it was and how you did is in the report. The clock above counts
          your minutes; the call’s own clock is simulated, and only moves when you do something.
        </Translate>
      </Text>
      {incident ? <Opened {...props} incident={incident} /> : <Waiting failure={failure} />}
    </Stack>
  );
}

function Opened({ incident, lines, onLines, onBusy }: IncidentStepProps & { incident: Incident }): ReactNode {
  const { desk } = useDesk();
  const [kept] = useState(lines);
  const refuse = (line: string): string | undefined => (isEnd(line) ? noEndInWords() : undefined);
  const call = useCall(desk.ask, incident, { lines: kept, onLines, refuse });
  const isBusy = call.waiting.length > 0;
  const tell = useEffectEvent(onBusy);
  useEffect(() => {
    tell(isBusy);
    return () => tell(false);
  }, [isBusy]);
  return (
    <Stack as={Panel} gap={5} isFilled className={`experiment ${room.room}`}>
      <blockquote className={room.complaint}>
        <Text size="lead" isProse>
          <Complaint incident={incident} />
        </Text>
      </blockquote>
      <CallRoom incident={incident} call={call} />
    </Stack>
  );
}

/** It would say whether the cause is right. */
const isEnd = (line: string): boolean => /^:end\b/.test(line);

const noEndInWords = (): string =>
  translate({
    id: 'interview.incident.end',
    message: 'In an interview, the call is over when you go on to the report.',
  });
