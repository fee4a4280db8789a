import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from '../../ui/Button';
import { Row } from '../../ui/layout';
import { Text } from '../../ui/Text';
import type { Scaled } from '../../views/format';
import type { Clock } from '../clock';
import { Icon } from '../Icon';
import { saySpeed } from './pipeMessages';
import type { Speeds } from './speeds';
import { useReducedMotion } from './useReducedMotion';
import slider from '../range.module.css';
import css from './Transport.module.css';

interface TransportProps {
  clock: Clock;
  /** Where the pipe stands while the clock is at rest, and where the run ends, s. */
  rest: number;
  end: number;
  /** Digits that tell one moment from the next. */
  digits: number;
  /** Of the time, and by how much it is multiplied for that; else s. */
  unit?: Scaled;
  speeds: Speeds;
  slower: number;
  onSlower: (slower: number) => void;
  onPlay: () => void;
  /** Absent: there is no next packet to go to. */
  onStep?: () => void;
  onScrub?: () => void;
  /** Absent: packets can't be lost here. */
  onLose?: (() => void) | undefined;
}

const SECONDS: Scaled = { factor: 1, unit: 's' };

/** The run's time, as a thin bar; it follows the clock without React. */
function Scrub({ clock, rest, end, digits, unit = SECONDS, onScrub }: TransportProps): ReactNode {
  const range = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLOutputElement>(null);
  const { factor, unit: name } = unit;
  useEffect(() => {
    function follow(): void {
      const t = Math.min(end, clock.time() ?? rest);
      const said = `${(t * factor).toFixed(digits)}\u00a0${name}`;
      if (range.current) {
        range.current.value = String(t);
        range.current.style.setProperty('--fill', `${(100 * t) / (end || 1)}%`);
        range.current.setAttribute('aria-valuetext', said);
      }
      if (time.current) time.current.textContent = said;
    }
    follow();
    return clock.subscribe(follow);
  }, [clock, rest, end, digits, factor, name]);
  return (
    <div className={css.line}>
      <input
        ref={range}
        className={slider.range}
        type="range"
        min={0}
        max={end}
        step={end / 2000 || 'any'}
        defaultValue={rest}
        aria-label={translate({ id: 'figure.pipe.time', message: 'Time in the pipe' })}
        onChange={(event) => {
          clock.set(Number(event.target.value));
          onScrub?.();
        }}
      />
      <Text ref={time} as="output" size="note" tone="soft" isNumbers aria-live="off" />
    </div>
  );
}

/** Play and pause; for readers who want less motion it has to be asked for. */
export function Play({ clock, onPlay }: Pick<TransportProps, 'clock' | 'onPlay'>): ReactNode {
  const playing = useSyncExternalStore(clock.subscribe, clock.playing, () => false);
  const reduced = useReducedMotion();
  const [asked, setAsked] = useState(false);
  if (reduced && !asked)
    return (
      <Button look="tool" onClick={() => setAsked(true)}>
        <Translate id="figure.pipe.animate">Let it move</Translate>
      </Button>
    );
  return (
    <IconButton
      className={css.play}
      label={
        playing
          ? translate({ id: 'figure.pipe.pause', message: 'Pause' })
          : translate({ id: 'figure.pipe.play', message: 'Play' })
      }
      onClick={onPlay}
    >
      <Icon name={playing ? 'pause' : 'play'} />
    </IconButton>
  );
}

/** Play, where in the run the pipe is, and, once it has been moved: step, speed, and the loss of a packet. */
export function Transport(props: TransportProps): ReactNode {
  const { clock, speeds, slower, onSlower, onPlay, onStep, onLose } = props;
  // What moves on from a moment is offered where one is chosen.
  const isUsed = useSyncExternalStore(
    clock.subscribe,
    () => clock.time() !== undefined && !clock.unasked(),
    () => false,
  );
  return (
    <Row gap={2} isCentred className={css.transport} data-used={isUsed} data-only="screen scripts">
      <Play {...{ clock, onPlay }} />
      <Scrub {...props} />
      {onStep && (
        <Button look="tool" className={css.later} onClick={onStep}>
          <Icon name="step" />
          <Translate id="figure.pipe.step">Step</Translate>
        </Button>
      )}
      {onLose && (
        <Button look="tool" className={css.later} onClick={onLose}>
          <Icon name="lose" />
          <span className={css.long}>
            <Translate id="figure.pipe.lose">Lose the packet that just left</Translate>
          </span>
          <span className={css.short} aria-hidden="true">
            <Translate id="figure.pipe.loseShort">Lose one</Translate>
          </span>
        </Button>
      )}
      <select
        className={css.later}
        aria-label={translate({ id: 'figure.pipe.speed', message: 'Speed' })}
        value={slower}
        onChange={(event) => onSlower(Number(event.target.value))}
      >
        {speeds.choices.map((n) => (
          <option key={n} value={n}>
            {saySpeed(n, speeds.isReal)}
          </option>
        ))}
      </select>
    </Row>
  );
}
