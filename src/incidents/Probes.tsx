import { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Incident, Probe } from '../model/contract';
import { Button, Chip } from '../ui/Button';
import { Row, Stack } from '../ui/layout';
import { Text } from '../ui/Text';
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
      <Row gap={3} role="group" aria-label={translate({ id: 'incident.machines', message: 'Which machine?' })}>
        {machines.map((machine, place) => (
          <Chip key={machine.name} isOn={place === chosen} title={machine.role} onClick={() => setChosen(place)}>
            <code>{machine.name}</code>
          </Chip>
        ))}
      </Row>
      <small>{role}</small>
      <Stack as="ul" gap={1} isFilled className={css.probes}>
        {probes
          .filter(({ machine }) => machine === name)
          .map((probe) => (
            <li key={probe.id}>
              <Ask probe={probe} isAsked={asked.has(probe.id)} disabled={disabled} onAsk={onAsk} />
            </li>
          ))}
      </Stack>
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
  return (
    <Button look="tool" className={css.ask} aria-disabled={disabled} onClick={() => !disabled && onAsk(id)}>
      <b>{command}</b>
      <Text as="span" size="small" tone="soft">
        {isAsked
          ? translate({ id: 'incident.again', message: 'again, {cost} min' }, { cost })
          : translate({ id: 'incident.cost', message: '{cost} min' }, { cost })}
      </Text>
      <Text as="span" size="small" className={css.about}>
        {about}
      </Text>
    </Button>
  );
}
