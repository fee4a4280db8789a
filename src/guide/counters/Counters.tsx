import DocLink from '@docusaurus/Link';
import { useLocation } from '@docusaurus/router';
import Translate, { translate } from '@docusaurus/Translate';
import useBrokenLinks from '@docusaurus/useBrokenLinks';
import clsx from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { type Counter, COUNTER_GROUPS, type CounterGroup, counterAnchor, type Link } from '../../model/reading';
import { breakable } from '../../ui/breakable';
import Finder from '../../ui/finder/Finder';
import folded from '../../ui/finder/Folded.module.css';
import { holds } from '../../ui/finder/holds';
import { FEW, unfold } from '../../ui/finder/unfold';
import { Marked } from '../../ui/Marked';
import css from './Counters.module.css';

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

function Links({ title, links }: { title: ReactNode; links: readonly Link[] }): ReactNode {
  if (links.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <ul>
          {links.map(({ to, label }) => (
            <li key={to}>
              <DocLink to={to}>{label}</DocLink>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  );
}

function Entry({ counter }: { counter: Counter }): ReactNode {
  const { name, shown, counts, source, worry, figures, links } = counter;
  const id = counterAnchor(name);
  useBrokenLinks().collectAnchor(id);
  return (
    <li id={id} className={clsx(css.entry, folded.entry)} data-entry>
      <p className={clsx(css.name, folded.name)}>
        <a href={`#${id}`}>
          <code>{breakable(name)}</code>
        </a>
      </p>
      <details>
        <summary className={folded.summary}>
          <Marked text={counts} />
        </summary>
        <dl>
          <div>
            <dt>
              <Translate id="counters.shown">Shown by</Translate>
            </dt>
            <dd>
              <code>{shown}</code>
            </dd>
          </div>
          <div>
            <dt>
              <Translate id="counters.source">Raised in</Translate>
            </dt>
            <dd>
              <code>{source}</code>
            </dd>
          </div>
          <div>
            <dt>
              <Translate id="counters.worry">Worry</Translate>
            </dt>
            <dd>
              <Marked text={worry} />
            </dd>
          </div>
          <Links title={<Translate id="counters.figures">Figures</Translate>} links={figures} />
          <Links title={<Translate id="counters.more">More</Translate>} links={links} />
        </dl>
      </details>
    </li>
  );
}

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
    <div className={css.counters}>
      <Finder
        label={translate({ id: 'counters.find', message: 'Find a counter' })}
        text={text}
        onText={setText}
        filters={[
          {
            label: translate({ id: 'counters.groups', message: 'Where it counts' }),
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
          <ul className={css.list}>
            {left
              .filter((counter) => counter.group === id)
              .map((counter) => (
                <Entry key={counter.name} counter={counter} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
