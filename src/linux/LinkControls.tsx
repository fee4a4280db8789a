import Translate, { translate } from '@docusaurus/Translate';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { commandsOf, FIRST, type Link, QDISCS, type Qdisc, RANGES } from '../machine/link';
import type { Machine } from '../machine/machine';
import { Field } from '../ui/Field';
import { Grid, Stack } from '../ui/layout';
import { Notice } from '../ui/Panel';
import { Text } from '../ui/Text';
import css from './linux.module.css';

type Number = keyof typeof RANGES;

/** How long a slider has to rest before the router is told, in ms. */
const RESTED = 250;

const labelOf = (name: Number): string =>
  ({
    rate: translate({ id: 'linux.rate', message: 'Rate' }),
    rtt: translate({ id: 'linux.rtt', message: 'Round-trip time' }),
    loss: translate({ id: 'linux.loss', message: 'Random loss' }),
    limit: translate({ id: 'linux.limit', message: 'Queue' }),
  })[name];

/** What the path does to packets: sliders, and the commands that they stand for. */
export function LinkControls({ machine }: { machine: Machine }): ReactNode {
  const [link, setLink] = useState<Link>(FIRST);
  const [problem, setProblem] = useState('');
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const commands = commandsOf(link);
  const script = commands.join('\n');
  useEffect(() => {
    const rest = setTimeout(() => {
      // One after the other, in the order in which they were asked for.
      last.current = last.current
        .then(() => machine.run('router', `set -e\n${script}`))
        .then(({ status, output }) => setProblem(status === 0 ? '' : output))
        .catch(() => undefined);
    }, RESTED);
    return () => clearTimeout(rest);
  }, [machine, script]);

  const slider = (name: Number): ReactNode => {
    const { min, max, step, unit } = RANGES[name];
    const text = `${link[name]} ${unit}`;
    return (
      <Field key={name} label={labelOf(name)} unit={text}>
        <input
          type="range"
          {...{ min, max, step }}
          value={link[name]}
          aria-valuetext={text}
          style={{ '--fill': `${((link[name] - min) / (max - min)) * 100}%` } as CSSProperties}
          onChange={({ target }) => setLink({ ...link, [name]: Number(target.value) })}
        />
      </Field>
    );
  };
  return (
    <Stack gap={5} isFilled>
      <Grid least="14rem" gap={5}>
        {slider('rate')}
        {slider('rtt')}
        {slider('loss')}
        <Field label={<Translate id="linux.qdisc">Queueing discipline</Translate>}>
          <select value={link.qdisc} onChange={({ target }) => setLink({ ...link, qdisc: target.value as Qdisc })}>
            {QDISCS.map((qdisc) => (
              <option key={qdisc}>{qdisc}</option>
            ))}
          </select>
        </Field>
        {slider('limit')}
      </Grid>
      {problem && (
        <Notice tone="bad">
          <Translate id="linux.link.problem" values={{ problem }}>
            {'The router refused this: {problem}'}
          </Translate>
        </Notice>
      )}
      <details>
        <summary>
          <Translate id="linux.link.commands">As commands on the router</Translate>
        </summary>
        <Text as="pre" size="small" className={css.commands}>
          {script}
        </Text>
      </details>
    </Stack>
  );
}
