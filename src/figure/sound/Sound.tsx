import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Experiment } from '../../model/contract';
import type { Result } from '../../model/types';
import { Button } from '../../ui/Button';
import { Row } from '../../ui/layout';
import { Text } from '../../ui/Text';
import type { Clock } from '../clock';
import { Icon } from '../Icon';
import { columnLabel } from '../messages';
import { lanesOf } from '../views';
import { follow } from './follow';
import { createVoice } from './voice';

interface ListenProps {
  experiment: Experiment;
  run: Result;
  clock: Clock;
}

/** s: the whole picture. */
const LENGTH = 4;

/** Plays a curve as sound, while the cursor goes along: one at once, and others when they are chosen. */
export function Listen({ experiment, run, clock }: ListenProps): ReactNode {
  const names = [...new Set(lanesOf(experiment).flatMap(({ series }) => series))];
  const [chosen, choose] = useState(names[0]);
  const [state, setState] = useState<'silent' | 'playing' | 'impossible'>('silent');
  const stop = useRef<() => void>(undefined);
  // A new run, a bet or another page ends it.
  useEffect(() => () => stop.current?.(), [run]);
  const begin = useEffectEvent(() => void play());
  useEffect(() => begin(), []);
  if (chosen === undefined) return null;

  async function play(): Promise<void> {
    const column = run.columns.find(({ name }) => name === chosen);
    const xs = run.columns[0]!.values;
    if (!column || xs.length === 0) return;
    stop.current?.();
    let cancelled = false;
    stop.current = () => (cancelled = true);
    try {
      const voice = await createVoice();
      if (cancelled) {
        voice.stop();
        return;
      }
      const [from, to] = [xs[0]!, xs[xs.length - 1]!];
      const before = clock.time();
      clock.set(undefined);
      const leave = follow(voice, clock, run, column);
      clock.play({ from, to, speed: (to - from) / LENGTH });
      const end = clock.subscribe(() => {
        if (!clock.playing()) stop.current?.();
      });
      stop.current = () => {
        stop.current = undefined;
        leave();
        end();
        voice.stop();
        clock.set(before);
        setState('silent');
      };
      setState('playing');
    } catch {
      setState('impossible');
    }
  }

  return (
    <Row as={Text} size="note" gap={2} isCentred data-only="screen scripts">
      <Button look="tool" onClick={() => (state === 'playing' ? stop.current?.() : void play())}>
        <Icon name={state === 'playing' ? 'stop' : 'listen'} />
        {state === 'playing' ? (
          <Translate id="figure.sound.stop">Stop</Translate>
        ) : (
          <Translate id="figure.sound.listen">Listen to</Translate>
        )}
      </Button>
      <select
        value={chosen}
        aria-label={translate({ id: 'figure.sound.curve', message: 'Curve to listen to' })}
        onChange={(event) => {
          stop.current?.();
          choose(event.target.value);
        }}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {columnLabel(name)}
          </option>
        ))}
      </select>
      <small role="status">
        {state === 'impossible' && (
          <Translate id="figure.sound.impossible">This browser can’t play sound here.</Translate>
        )}
      </small>
    </Row>
  );
}
