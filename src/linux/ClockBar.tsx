import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useState } from 'react';
import type { Machine } from '../machine/machine';
import type { Pace } from '../machine/messages';
import { Button, Chip } from '../ui/Button';
import { Row } from '../ui/layout';
import { Text } from '../ui/Text';

/** How far one step goes, in ms of the machine’s time. */
const STEP_MS = 100;

/** Times as fast as the wall’s. */
const FAST = 10;

interface ClockBarProps {
  machine: Machine;
  pace: Pace;
  onPace: (pace: Pace) => void;
  onStop: () => void;
}

/** The machine’s clock, and what can be done with it. */
export function ClockBar({ machine, pace, onPace, onStop }: ClockBarProps): ReactNode {
  const [{ now, speed }, setTime] = useState({ now: 0, speed: 1 });
  useEffect(() => machine.on('time', setTime), [machine]);
  const isStopped = pace === 'stopped';
  const isSlow = typeof pace === 'number' && speed < 0.8 * pace;

  function step(): void {
    machine.advance(STEP_MS).catch(() => undefined);
  }
  return (
    <Row isCentred isApart>
      <Row gap={3} isCentred>
        <Button look="main" onClick={() => onPace(isStopped ? 1 : 'stopped')}>
          {isStopped ? <Translate id="linux.run">Run</Translate> : <Translate id="linux.stop">Pause</Translate>}
        </Button>
        {isStopped ? (
          <Button onClick={step}>
            <Translate id="linux.step" values={{ ms: STEP_MS }}>
              {'Step {ms} ms'}
            </Translate>
          </Button>
        ) : (
          <Chip isOn={pace === FAST} onClick={() => onPace(pace === FAST ? 1 : FAST)}>
            ×{FAST}
          </Chip>
        )}
        <Button look="quiet" onClick={onStop}>
          <Translate id="linux.off">Switch it off</Translate>
        </Button>
      </Row>
      <Text as="span" size="note" tone="soft" isNumbers>
        {translate({ id: 'linux.time', message: '{s} s since it was switched on' }, { s: (now / 1e9).toFixed(1) })}
        {isStopped && <Translate id="linux.isStopped">, paused</Translate>}
        {isSlow && (
          <Translate id="linux.isSlow" values={{ percent: Math.round(speed * 100) }}>
            {', at {percent}% of real time: it has more to do than your browser can keep up with'}
          </Translate>
        )}
      </Text>
    </Row>
  );
}
