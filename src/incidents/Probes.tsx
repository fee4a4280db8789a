import { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Incident, Probe } from '../model/contract';
import css from './Probes.module.css';

interface ProbesProps {
  incident: Incident;
  asked: ReadonlySet<string>;
  disabled: boolean;
  onAsk: (id: string) => void;
}

/** All that can be asked of one of the machines, with what it costs. */
export function Probes({ incident: { machines, probes }, asked, disabled, onAsk }: ProbesProps): ReactNode {
  const [chosen, setChosen] = useState(0);
  const { name, role } = machines[chosen]!;
  return (
    <>
      <div
        className={css.machines}
        role="group"
        aria-label={translate({ id: 'incident.machines', message: 'Which machine?' })}
      >
        {machines.map((machine, place) => (
          <button
            key={machine.name}
            type="button"
            aria-pressed={place === chosen}
            title={machine.role}
            onClick={() => setChosen(place)}
          >
            {machine.name}
          </button>
        ))}
      </div>
      <p className={css.role}>{role}</p>
      <ul className={css.probes}>
        {probes
          .filter(({ machine }) => machine === name)
          .map((probe) => (
            <li key={probe.id}>
              <Ask probe={probe} isAsked={asked.has(probe.id)} disabled={disabled} onAsk={onAsk} />
            </li>
          ))}
      </ul>
    </>
  );
}

interface AskProps {
  probe: Probe;
  isAsked: boolean;
  disabled: boolean;
  onAsk: (id: string) => void;
}

function Ask({ probe: { id, command, about, cost }, isAsked, disabled, onAsk }: AskProps): ReactNode {
  const off = disabled || isAsked;
  return (
    <button type="button" className={css.ask} aria-disabled={off} onClick={() => !off && onAsk(id)}>
      <span className={css.command}>{command}</span>
      <span className={css.cost}>
        {isAsked
          ? translate({ id: 'incident.asked', message: 'asked' })
          : translate({ id: 'incident.cost', message: '{cost} min' }, { cost })}
      </span>
      <span className={css.about}>{about}</span>
    </button>
  );
}
