import clsx from 'clsx';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Clock } from '../clock';
import { saySpeed } from './pipeMessages';
import type { Speeds } from './speeds';
import { useReducedMotion } from './useReducedMotion';
import tool from '../Tool.module.css';
import css from './Transport.module.css';

interface TransportProps {
  clock: Clock;
  /** Where the pipe stands while the clock is at rest, and where the run ends, s. */
  rest: number;
  end: number;
  /** Digits of a second that tell one moment from the next. */
  digits: number;
  speeds: Speeds;
  slower: number;
  onSlower: (slower: number) => void;
  onPlay: () => void;
  onStep: () => void;
  onScrub: () => void;
  /** Absent: packets can't be lost here. */
  onLose: (() => void) | undefined;
}

const PLAY = 'M5 3.5v11l9-5.5z';
const PAUSE = 'M5 3.5h2.6v11H5zM10.4 3.5H13v11h-2.6z';
const STEP = 'M4 3.5v11l7-5.5zM12 3.5h2v11h-2z';
const LOSE = 'M4.5 4.5l9 9m0-9l-9 9';

function Icon({ path, drawn = false }: { path: string; drawn?: boolean }): ReactNode {
  return (
    <svg className={drawn ? css.drawn : css.icon} viewBox="0 0 18 18" width={18} height={18} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** The run's time, as a thin bar; it follows the clock without React. */
function Scrub({ clock, rest, end, digits, onScrub }: TransportProps): ReactNode {
  const range = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    function follow(): void {
      const t = Math.min(end, clock.time() ?? rest);
      const said = `${t.toFixed(digits)}\u00a0s`;
      if (range.current) {
        range.current.value = String(t);
        range.current.style.setProperty('--done', `${(100 * t) / (end || 1)}%`);
        range.current.setAttribute('aria-valuetext', said);
      }
      if (time.current) time.current.textContent = said;
    }
    follow();
    return clock.subscribe(follow);
  }, [clock, rest, end, digits]);
  return (
    <div className={css.line}>
      <input
        ref={range}
        className={css.scrub}
        type="range"
        min={0}
        max={end}
        step={end / 2000 || 'any'}
        defaultValue={rest}
        aria-label={translate({ id: 'figure.pipe.time', message: 'Time in the pipe' })}
        onChange={(event) => {
          clock.set(Number(event.target.value));
          onScrub();
        }}
      />
      <output ref={time} className={css.time} aria-live="off" />
    </div>
  );
}

/** Play, step, speed, and where in the run the pipe is. */
export function Transport(props: TransportProps): ReactNode {
  const { clock, speeds, slower, onSlower, onPlay, onStep, onLose } = props;
  const playing = useSyncExternalStore(clock.subscribe, clock.playing, () => false);
  const reduced = useReducedMotion();
  const [asked, setAsked] = useState(false);
  const still = reduced && !asked;
  return (
    <div className={css.transport}>
      <Scrub {...props} />
      {!still && (
        <button
          type="button"
          className={css.play}
          aria-label={
            playing
              ? translate({ id: 'figure.pipe.pause', message: 'Pause' })
              : translate({ id: 'figure.pipe.play', message: 'Play' })
          }
          onClick={onPlay}
        >
          <Icon path={playing ? PAUSE : PLAY} />
        </button>
      )}
      <button type="button" className={tool.tool} onClick={onStep}>
        <Icon path={STEP} />
        <span className={css.word}>
          <Translate id="figure.pipe.step">Step</Translate>
        </span>
      </button>
      {still && (
        <button type="button" className={tool.tool} onClick={() => setAsked(true)}>
          <Translate id="figure.pipe.animate">Let it move</Translate>
        </button>
      )}
      {onLose && (
        <button type="button" className={tool.tool} onClick={onLose}>
          <Icon path={LOSE} drawn />
          <span className={css.long}>
            <Translate id="figure.pipe.lose">Lose the packet that just left</Translate>
          </span>
          <span className={css.short} aria-hidden="true">
            <Translate id="figure.pipe.loseShort">Lose one</Translate>
          </span>
        </button>
      )}
      <select
        className={clsx(tool.tool, css.speed)}
        aria-label={translate({ id: 'figure.pipe.speed', message: 'Speed' })}
        value={slower}
        onChange={(event) => onSlower(Number(event.target.value))}
      >
        {speeds.choices.map((n) => (
          <option key={n} value={n}>
            {saySpeed(n)}
          </option>
        ))}
      </select>
    </div>
  );
}
