import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Dashboards, Incident } from '../model/contract';
import { Text } from '../ui/Text';
import { useAnswer } from './call/useAnswer';
import type { OnCall } from './call/useCall';
import { DashboardsTab } from './dashboards/DashboardsTab';
import { Status } from './Status';
import { Steps } from './steps/Steps';
import { Terminal } from './terminal/Terminal';

interface CallRoomProps {
  incident: Incident;
  call: OnCall;
  /** Stands in place of the steps once the call is over; missing: a call that can’t be declared over. */
  end?: ReactNode;
}

/** A call at work: how it stands, its steps, and the machines. */
export function CallRoom({ incident, call, end }: CallRoomProps): ReactNode {
  const isClosed = call.standing.closed;
  const looks = call.entries.filter(({ line, isRefused }) => line === ':dashboards' && !isRefused).length;
  const looked = useAnswer(!call.isReplaying && looks > 0 ? looks : undefined, (signal) =>
    call.ask<Dashboards>('dashboards', signal),
  );
  return (
    <>
      <Status standing={call.standing} />
      {call.isReplaying && (
        <Text size="note" tone="soft" role="status">
          <Translate id="incident.replaying">Replaying what you did before …</Translate>
        </Text>
      )}
      {isClosed ? end : <Steps incident={incident} call={call} canEnd={end !== undefined} />}
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
    </>
  );
}
