import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Host } from '../../model/contract';
import { Text } from '../../ui/Text';
import { type Entry, isOn, typedIn } from '../call/state';
import { remembered } from './history';
import { Printed, Typed } from './Printed';
import { Prompt } from './Prompt';
import { Suggestions } from './Suggestions';
import css from './Terminal.module.css';
import unseen from '../../ui/unseen.module.css';

/** What stays while another tab is open. */
export interface Desk {
  typed: string;
  /** How many outputs were cleared from the screen. */
  cleared: number;
}

export const EMPTY: Desk = { typed: '', cleared: 0 };

interface ShellProps {
  machine: Host;
  /** Of this machine, and of none. */
  entries: readonly Entry[];
  /** Of all machines: while anything is at work, this one waits as well. */
  waiting: readonly string[];
  isClosed: boolean;
  desk: Desk;
  onDesk: (change: Partial<Desk>) => void;
  onLine: (line: string) => void;
  complete: (typed: string) => Promise<string[]>;
}

/** What is said of an output: a short one whole, of a long one how long it is. */
function heard({ line, text }: Entry): string {
  const values = { line: typedIn(line)?.typed ?? line, text, count: text.split('\n').length };
  if (text === '') return translate({ id: 'incident.printed.none', message: '{line}: no output' }, values);
  if (values.count < 3) return translate({ id: 'incident.printed.short', message: '{line}: {text}' }, values);
  return translate({ id: 'incident.printed', message: '{line}: {count} lines of output' }, values);
}

/** A machine: what it printed, where to type, and what could be typed. */
export function Shell(props: ShellProps): ReactNode {
  const { machine, entries, waiting, isClosed, desk, onDesk, onLine, complete } = props;
  const own = waiting.filter((line) => isOn(machine.name, line));
  const shown = entries.slice(desk.cleared);
  const last = entries.at(-1);
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Within the screen: the page stays where it is. A long output is read from its start.
    const each = screen.current?.lastElementChild;
    if (each instanceof HTMLElement) screen.current!.scrollTop = each.offsetTop - screen.current!.offsetTop;
  }, [entries.length, own.length]);

  function run(command: string): void {
    if (command === 'clear') onDesk({ cleared: entries.length });
    // What is no machine’s can be typed as well, as on the command line: `:say …`.
    else onLine(command.startsWith(':') ? command : `${machine.name}# ${command}`);
  }
  return (
    <div className={css.shell}>
      <div>
        {/* It is scrolled, and so by keys as well. */}
        <div
          ref={screen}
          className={css.screen}
          role="group"
          aria-label={translate({ id: 'incident.screen', message: 'Output of {machine}' }, { machine: machine.name })}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          data-empty={shown.length + own.length === 0}
        >
          {shown.map((entry, place) => (
            <Printed key={desk.cleared + place} entry={entry} />
          ))}
          {own.map((line, place) => (
            <Typed key={`${place} ${line}`} line={line}>
              {line === waiting[0]
                ? translate({ id: 'incident.running', message: 'running …' })
                : translate({ id: 'incident.queued', message: 'next' })}
            </Typed>
          ))}
          {shown.length + own.length === 0 && (
            <Text size="note" tone="soft">
              <Translate id="incident.role" values={{ machine: <code>{machine.name}</code>, role: machine.role }}>
                {'{machine}: {role}. Type a command, or help. Every line takes time, and the world goes on meanwhile.'}
              </Translate>
            </Text>
          )}
        </div>
        <p className={unseen.unseen} role="status">
          {last && heard(last)}
        </p>
        <Prompt
          machine={machine.name}
          typed={desk.typed}
          onTyped={(typed) => onDesk({ typed })}
          history={remembered([...entries.map(({ line }) => line), ...own].map((line) => typedIn(line)?.typed ?? line))}
          isBusy={waiting.length > 0}
          isClosed={isClosed}
          onRun={run}
          onClear={() => onDesk({ cleared: entries.length })}
          complete={complete}
        />
      </div>
      <Suggestions machine={machine} isClosed={isClosed} onRun={run} />
    </div>
  );
}
