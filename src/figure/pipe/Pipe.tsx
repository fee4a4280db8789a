import { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Experiment, MarksParameter, NumberParameter, Params, PipeSpec, Value } from '../../model/contract';
import type { Result } from '../../model/types';
import { type EdgeScale, layoutPipe, type PipeLayout } from '../../views/pipe/layoutPipe';
import { momentAt, restOf } from '../../views/pipe/moment';
import { PipeStill } from '../../views/pipe/PipeStill';
import { pipeWords } from '../../views/pipe/pipeWords';
import type { Clock } from '../clock';
import { Built, heightsOf } from '../Built';
import { POSITIONS, toPosition } from '../sliderScale';
import { useShowsItself } from '../useShowsItself';
import { BUILT, useWidth } from '../useWidth';
import { Handle } from './Handle';
import { PipeStrip } from './PipeStrip';
import { Play, Transport } from './Transport';
import { sayPipe } from './pipeMessages';
import { usePlayback } from './usePlayback';
import unseen from '../../ui/unseen.module.css';
import place from '../Built.module.css';
import css from './Pipe.module.css';

export interface PipeProps {
  spec: PipeSpec;
  experiment: Experiment;
  run: Result;
  params: Params;
  /** Names of parameters that cannot be moved. */
  fixed: readonly string[];
  clock: Clock;
  onChange: (name: string, value: Value) => void;
  /** The reader reaches for it: Python may start. */
  onWake: () => void;
  /** The run at hand has no packets, and they are wanted now. */
  needRun: () => void;
  /** In a small figure: where the button stands that plays it, once that place is known. There are no others. */
  playIn?: HTMLElement | null | undefined;
}

const numberNamed = ({ parameters }: Experiment, name: string): NumberParameter | undefined =>
  parameters.find((each): each is NumberParameter => each.kind === 'number' && each.name === name);

const marksNamed = ({ parameters }: Experiment, name: string): MarksParameter | undefined =>
  parameters.find((each): each is MarksParameter => each.kind === 'marks' && each.name === name);

interface Edge {
  name: string;
  scale: EdgeScale;
  x: number;
  /** Does it follow what was granted, and not what was asked for? */
  own: boolean;
}

/** The edges of buffers that are parameters. */
function edgesOf({ queue, buffer }: PipeLayout, { limit, sndbuf }: PipeSpec): Edge[] {
  const edges: Edge[] = [];
  if (queue.limit !== undefined) edges.push({ name: limit, scale: queue.scale, x: queue.left, own: false });
  if (buffer)
    edges.push({ name: sndbuf, scale: buffer, x: buffer.asked ?? buffer.right, own: buffer.asked === undefined });
  return edges;
}

/** Digits of a second: a hundredth of a round trip is told apart. */
const digitsFor = (rtt: number): number => Math.min(6, Math.max(2, Math.ceil(-Math.log10(rtt / 50))));

/**
 * The strip above the picture: sender → queue → bottleneck → receiver, with packets and ACKs at the time of the
 * figure's clock. The edges of its buffers and the packets themselves can be touched.
 */
export function Pipe({
  spec,
  experiment,
  run,
  params,
  fixed,
  clock,
  onChange,
  onWake,
  needRun,
  playIn,
}: PipeProps): ReactNode {
  const [ref, width] = useWidth();
  const words = useMemo(() => pipeWords(translate), []);
  const edge = useRef<HTMLDivElement>(null);
  const onEdge = useCallback((x: number) => edge.current?.style.setProperty('left', `${x}px`), []);

  const { wide, narrow, live } = useMemo(() => {
    const share = (name: string, value: number): number => {
      const parameter = numberNamed(experiment, name);
      return parameter ? toPosition(parameter, value) / POSITIONS : 1;
    };
    const at = (wanted: number): PipeLayout => layoutPipe({ spec, params, width: wanted, share });
    return { wide: at(BUILT.wide), narrow: at(BUILT.narrow), live: width === undefined ? undefined : at(width) };
  }, [spec, experiment, params, width]);
  const layout = live ?? wide;

  const lose = fixed.includes(spec.lose) ? undefined : marksNamed(experiment, spec.lose);
  const played = usePlayback({ spec, run, params, layout, clock, lose, onChange, needRun });
  const { rest, end, speeds, slower, pointed, point } = played;
  const until = run.still?.until ?? rest;
  useShowsItself(ref, clock, until > rest ? { from: rest, to: until, speed: 1 / slower } : undefined);

  function press(event: KeyboardEvent<HTMLElement>): void {
    const own = event.target as HTMLElement;
    if (event.key !== ' ' || own.matches('button, select')) return;
    event.preventDefault();
    played.toggle();
  }

  const movable = live ? edgesOf(live, spec).filter(({ name }) => !fixed.includes(name)) : [];

  const built = (of: PipeLayout): ReactNode => (
    <PipeStill layout={of} moment={momentAt(run, spec, of, restOf(run, spec, of))} words={words} />
  );
  return (
    // Space plays and pauses wherever in the pipe the focus is.
    <div
      role="presentation"
      data-plays
      className={clsx(place.container, css.pipe)}
      style={heightsOf(wide.height, narrow.height)}
      onKeyDown={press}
      onPointerDown={onWake}
      onFocus={onWake}
    >
      <div ref={ref} className={place.place}>
        {live ? (
          <>
            <PipeStrip
              {...{ layout: live, spec, run, rest, end, clock, words, pointed, onEdge }}
              onPoint={point}
              onPick={lose && played.pick}
            />
            {movable.map(({ name, scale, x, own }) => (
              <Handle
                key={`${name} ${own}`}
                ref={own ? edge : undefined}
                parameter={numberNamed(experiment, name)!}
                value={Number(params[name])}
                scale={scale}
                x={x}
                top={live.rowY - live.queue.height / 2}
                height={live.queue.height}
                onChange={(value) => {
                  point(undefined);
                  onChange(name, value);
                }}
              />
            ))}
          </>
        ) : (
          <div className={css.strip} role="img" aria-label={sayPipe(wide)}>
            <Built wide={built(wide)} narrow={built(narrow)} />
          </div>
        )}
      </div>
      {playIn && createPortal(<Play clock={clock} onPlay={played.toggle} />, playIn)}
      {playIn === undefined && (
        <Transport
          {...{ clock, rest, end, speeds, slower }}
          digits={digitsFor(layout.rtt)}
          onSlower={played.slow}
          onPlay={played.toggle}
          onStep={played.step}
          onScrub={played.scrub}
          onLose={lose && played.loseLast}
        />
      )}
      <p className={unseen.unseen} role="status">
        {played.said}
      </p>
    </div>
  );
}
