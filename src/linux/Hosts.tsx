import { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useState } from 'react';
import { type Host, HOSTS } from '../machine/hosts';
import { Panel } from '../ui/Panel';
import { Tabs } from '../ui/Tabs';
import { ClockBar } from './ClockBar';
import { TerminalPanel } from './TerminalPanel';
import type { MachineDesk, State } from './useMachine';
import css from './linux.module.css';

interface HostsProps {
  on: Extract<State, { is: 'on' }>;
  desk: MachineDesk;
}

/** A terminal on each host, and the clock of all three. */
export function Hosts({ on: { machine, screens, pace }, desk: { stop, setPace } }: HostsProps): ReactNode {
  const [open, setOpen] = useState<Host>('sender');
  useEffect(() => screens.sender.focus(), [screens]);
  return (
    <Panel className={css.terminal}>
      <Tabs
        label={translate({ id: 'linux.hosts', message: 'Hosts' })}
        tabs={HOSTS.map((host) => ({
          id: host,
          label: <code>{host}#</code>,
          panel: () => <TerminalPanel key={host} host={host} screen={screens[host]} />,
        }))}
        open={open}
        onOpen={(host) => host && setOpen(host)}
      />
      <ClockBar machine={machine} pace={pace} onPace={setPace} onStop={stop} />
    </Panel>
  );
}
