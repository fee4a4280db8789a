import { useLocation } from '@docusaurus/router';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useState } from 'react';
import { type Counter, COUNTER_GROUPS, type CounterGroup, counterAnchor } from '../../model/reading';
import Finder from '../../ui/finder/Finder';
import { holds } from '../../ui/finder/holds';
import { FEW, unfold } from '../../ui/finder/unfold';
import { List } from '../List';
import { CounterEntry } from './CounterEntry';

const GROUPS = (): Record<CounterGroup, string> => ({
  opening: translate({ id: 'counters.opening', message: 'Opening' }),
  sending: translate({ id: 'counters.sending', message: 'Sending' }),
  receiving: translate({ id: 'counters.receiving', message: 'Receiving' }),
  closing: translate({ id: 'counters.closing', message: 'Closing' }),
  memory: translate({ id: 'counters.memory', message: 'Memory' }),
  queues: translate({ id: 'counters.queues', message: 'Queues' }),
  device: translate({ id: 'counters.device', message: 'Network card' }),
});

const textOf = ({ name, shown, counts, source, worry, figures, links }: Counter): string =>
  [name, shown, counts, source, worry, ...[...figures, ...links].map(({ label }) => label)].join(' ');

/** The counters that the book speaks of, to be searched. Without scripts all are listed. */
export default function Counters({ data }: { data: readonly Counter[] }): ReactNode {
  const [group, setGroup] = useState('');
  const [text, setText] = useState('');
  const titles = GROUPS();
  const left = data.filter((counter) => (group === '' || counter.group === group) && holds(textOf(counter), text));
  const { hash } = useLocation();
  useEffect(() => unfold(hash.slice(1)), [hash]);
  useEffect(() => {
    if (left.length <= FEW) for (const { name } of left) unfold(counterAnchor(name));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when something else is wanted
  }, [group, text]);
  return (
    <List>
      <Finder
        label={translate({ id: 'counters.find', message: 'Find a counter' })}
        text={text}
        onText={setText}
        filters={[
          {
            label: translate({ id: 'counters.groups', message: 'Area' }),
            choices: COUNTER_GROUPS.map((id) => ({ id, title: titles[id] })),
            chosen: group,
            choose: setGroup,
          },
        ]}
        count={
          <Translate id="counters.count" values={{ shown: left.length, all: data.length }}>
            {'{shown} of {all} counters'}
          </Translate>
        }
      />
      {COUNTER_GROUPS.filter((id) => left.some((counter) => counter.group === id)).map((id) => (
        <section key={id} aria-labelledby={`counters-${id}`}>
          <h3 id={`counters-${id}`}>{titles[id]}</h3>
          <ul>
            {left
              .filter((counter) => counter.group === id)
              .map((counter) => (
                <CounterEntry key={counter.name} counter={counter} />
              ))}
          </ul>
        </section>
      ))}
    </List>
  );
}
