import { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Host } from '../../model/contract';
import { type Tab, Tabs } from '../../ui/Tabs';
import { type Entry, isOn, typedIn } from '../call/state';
import { type Desk, EMPTY, Shell } from './Shell';
import css from './Terminal.module.css';

interface TerminalProps {
  machines: readonly Host[];
  /** Lines that were done, with what they printed: of any machine, and of none. */
  entries: readonly Entry[];
  /** Lines that were typed and aren’t done yet. */
  waiting: readonly string[];
  isClosed?: boolean;
  /** A line was typed: `shop-1# ss -tin`. */
  onLine: (line: string) => void;
  complete: (machine: string, typed: string) => Promise<string[]>;
  /** Tabs besides those of the machines. */
  more?: Tab<string>[];
}

/** A shell on each machine, one of them open. */
export function Terminal(props: TerminalProps): ReactNode {
  const { machines, entries, waiting, isClosed = false, onLine, complete, more = [] } = props;
  const [open, setOpen] = useState(machines[0]!.name);
  const [desks, setDesks] = useState<Record<string, Desk>>({});

  function type(line: string): void {
    const [, to] = /^ssh (\S+)$/.exec(typedIn(line)?.typed ?? '') ?? [];
    if (to !== undefined && machines.some(({ name }) => name === to)) setOpen(to);
    else onLine(line);
  }
  const shells = machines.map((machine): Tab<string> => {
    const { name } = machine;
    const desk = desks[name] ?? EMPTY;
    return {
      id: name,
      label: <code>{name}#</code>,
      panel: () => (
        <Shell
          key={name}
          machine={machine}
          entries={entries.filter(({ line }) => isOn(name, line))}
          waiting={waiting}
          isClosed={isClosed}
          desk={desk}
          onDesk={(change) => setDesks((before) => ({ ...before, [name]: { ...(before[name] ?? EMPTY), ...change } }))}
          onLine={type}
          complete={(typed) => complete(name, typed)}
        />
      ),
    };
  });
  return (
    <div className={css.terminal} data-only="scripts">
      <Tabs
        label={translate({ id: 'incident.machines', message: 'Machines' })}
        tabs={[...shells, ...more]}
        open={open}
        onOpen={(id) => id !== undefined && setOpen(id)}
      />
    </div>
  );
}
