import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Dashboards, Debrief, Incident, Turn } from '../model/contract';
import { Stack } from '../ui/layout';
import { Notice } from '../ui/Panel';
import { Text } from '../ui/Text';
import { useAnswer } from './call/useAnswer';
import { keptLines } from './call/kept';
import { type Ask, useCall } from './call/useCall';
import { DashboardsTab } from './dashboards/DashboardsTab';
import { commandLine } from './debrief/commandLine';
import { DebriefCard } from './debrief/DebriefCard';
import { Status } from './Status';
import { Steps } from './steps/Steps';
import { Terminal } from './terminal/Terminal';
import css from './IncidentRoom.module.css';

interface CallDeskProps {
  incident: Incident;
  /** What needs no Python as the first line. */
  known: readonly Turn[];
  ask: Ask;
  onAnother: () => void;
}

/** A call at work: how it stands, its steps, the machines, and in the end the debrief. It survives a reload. */
export function CallDesk({ incident, known, ask, onAnother }: CallDeskProps): ReactNode {
  const kept = keptLines(incident.seed, incident.level);
  const call = useCall(ask, incident, { lines: kept.get(), known, onLines: (lines) => kept.set([...lines]) });
  const isClosed = call.standing.closed;
  const looks = call.entries.filter(({ line, isRefused }) => line === ':dashboards' && !isRefused).length;
  const isSettled = !call.isReplaying;
  const looked = useAnswer(isSettled && looks > 0 ? looks : undefined, (signal) =>
    call.ask<Dashboards>('dashboards', signal),
  );
  const { answer: debrief, failure } = useAnswer(isSettled && isClosed ? 0 : undefined, (signal) =>
    call.ask<Debrief>('debrief', signal),
  );

  // What is said of the call is above what was done.
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (debrief) end.current?.scrollIntoView({ block: 'start' });
  }, [debrief]);

  return (
    <>
      <Status standing={call.standing} />
      {call.isReplaying && (
        <Text size="note" tone="soft" role="status">
          <Translate id="incident.replaying">Replaying what you did before …</Translate>
        </Text>
      )}
      {isClosed ? (
        <Stack gap={5} isFilled ref={end} className={css.end} role="status">
          {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
          {debrief && (
            <DebriefCard incident={incident} lines={call.lines} debrief={debrief} ask={ask} onAnother={onAnother} />
          )}
        </Stack>
      ) : (
        <Steps incident={incident} call={call} />
      )}
      <Terminal
        machines={incident.machines}
        entries={call.entries}
        waiting={call.waiting}
        isClosed={isClosed}
        onLine={call.type}
        complete={call.complete}
        more={[
          {
            id: ':dashboards',
            label: translate({ id: 'incident.dashboards', message: 'Dashboards and changes' }),
            panel: () => <DashboardsTab call={call} looked={looked} isClosed={isClosed} />,
          },
        ]}
      />
      {!isClosed && (
        <Text size="note" tone="soft">
          <Translate id="incident.cli">The same case in a terminal:</Translate> <code>{commandLine(incident, [])}</code>
        </Text>
      )}
    </>
  );
}
