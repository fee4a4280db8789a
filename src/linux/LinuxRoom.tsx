import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useState } from 'react';
import { type Host, HOSTS } from '../machine/hosts';
import { Stack } from '../ui/layout';
import { Panel } from '../ui/Panel';
import { Section } from '../ui/Section';
import { Tabs } from '../ui/Tabs';
import { ClockBar } from './ClockBar';
import { LinkControls } from './LinkControls';
import { Start } from './Start';
import { TerminalPanel } from './TerminalPanel';
import { useMachine } from './useMachine';
import css from './linux.module.css';

/** Linux in the page: a terminal on each host, the path between them, and the clock of all three. */
export function LinuxRoom(): ReactNode {
  const { state, bytes, start, stop, setPace } = useMachine();
  const [open, setOpen] = useState<Host>('sender');
  useEffect(() => {
    if (state.is === 'on') state.screens.sender.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it is there
  }, [state.is]);
  if (state.is !== 'on') return <Start state={state} bytes={bytes} onStart={start} onStop={stop} />;
  const { machine, screens, pace } = state;
  return (
    <Stack gap={5} isFilled>
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
      <Section title={<Translate id="linux.link">The path</Translate>}>
        <LinkControls machine={machine} />
      </Section>
    </Stack>
  );
}
