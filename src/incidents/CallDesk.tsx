import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Debrief, Incident, Turn } from '../model/contract';
import { Button } from '../ui/Button';
import { Stack } from '../ui/layout';
import { Notice } from '../ui/Panel';
import { Text } from '../ui/Text';
import type { Wanted } from './address';
import { useAnswer } from './call/useAnswer';
import { keptLines } from './call/kept';
import { type Ask, useCall } from './call/useCall';
import { CallRoom } from './CallRoom';
import { commandLine } from './debrief/commandLine';
import { DebriefCard } from './debrief/DebriefCard';
import css from './IncidentRoom.module.css';

interface CallDeskProps {
  incident: Incident;
  /** What it was asked for by. */
  opened: Wanted;
  /** What needs no Python as the first line. */
  known: readonly Turn[];
  ask: Ask;
  onAnother: () => void;
}

/** A call at work: how it stands, its steps, the machines, and in the end the debrief. It survives a reload. */
export function CallDesk({ incident, opened, known, ask, onAnother }: CallDeskProps): ReactNode {
  const kept = keptLines(opened);
  const call = useCall(ask, incident, { lines: kept.get(), known, onLines: (lines) => kept.set([...lines]) });
  const isClosed = call.standing.closed;
  const { answer: debrief, failure } = useAnswer(!call.isReplaying && isClosed ? 0 : undefined, (signal) =>
    call.ask<Debrief>('debrief', signal),
  );

  // What is said of the call is above what was done.
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (debrief) end.current?.scrollIntoView({ block: 'start' });
  }, [debrief]);

  return (
    <>
      <CallRoom
        incident={incident}
        call={call}
        end={
          <Stack gap={5} isFilled ref={end} className={css.end} role="status">
            {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
            {debrief && (
              <DebriefCard opened={opened} incident={incident} lines={call.lines} debrief={debrief} ask={ask}>
                <Button look="main" onClick={onAnother}>
                  <Translate id="incident.another">Another incident</Translate>
                </Button>
              </DebriefCard>
            )}
          </Stack>
        }
      />
      {!isClosed && (
        <Text size="note" tone="soft">
          <Translate id="incident.cli">The same case in a terminal:</Translate> <code>{commandLine(opened, [])}</code>
        </Text>
      )}
    </>
  );
}
