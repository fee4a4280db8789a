import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Experiment, MarksParameter, NumberParameter, Params, PipeSpec, Value } from '../../model/contract';
import type { Result } from '../../model/types';
import { layoutPipe, type PipeLayout } from '../../views/pipe/layout';
import { endOf, momentAt, restOf } from '../../views/pipe/moment';
import { PipeStill } from '../../views/pipe/PipeStill';
import { justLeft, nextStep } from '../../views/pipe/steps';
import type { Clock } from '../clock';
import { numbersOf } from '../parameters';
import { POSITIONS, toPosition } from '../sliderScale';
import { BUILT, useWidth } from '../useWidth';
import { Handle } from './Handle';
import { pipeWords, sayStep } from './messages';
import { speedsFor } from './speeds';
import { Strip } from './Strip';
import { Transport } from './Transport';
import unseen from '../../ui/unseen.module.css';
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
}

const numberNamed = ({ parameters }: Experiment, name: string): NumberParameter | undefined =>
  parameters.find((each): each is NumberParameter => each.kind === 'number' && each.name === name);

const marksNamed = ({ parameters }: Experiment, name: string): MarksParameter | undefined =>
  parameters.find((each): each is MarksParameter => each.kind === 'marks' && each.name === name);

/** `number` in or out of the packets to lose; undefined: there is no room for it. */
function toggled({ max, most }: MarksParameter, value: Value | undefined, number: number): string | undefined {
  const numbers = numbersOf(value);
  const others = numbers.filter((each) => each !== number);
  const next = others.length < numbers.length ? others : [...numbers, number].sort((a, b) => a - b);
  return number <= max && next.length <= most ? next.join(',') : undefined;
}

/** Digits of a second: a hundredth of a round trip is told apart. */
const digitsFor = (rtt: number): number => Math.min(6, Math.max(2, Math.ceil(-Math.log10(rtt / 50))));

/**
 * The strip above the picture: sender → queue → bottleneck → receiver, with packets and ACKs at the time of the
 * figure's clock. The edges of its buffers and the packets themselves can be touched.
 */
export function Pipe({ spec, experiment, run, params, fixed, clock, onChange, onWake, needRun }: PipeProps): ReactNode {
  const [ref, width] = useWidth();
  const [pointed, setPointed] = useState<number>();
  const [said, setSaid] = useState('');
  const [chosen, setChosen] = useState<number>();
  const words = useMemo(() => pipeWords(), []);
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

  const hasPackets = run.tables?.[spec.packets] !== undefined;
  // A run under way is as long as the one before it, and stands where that one stood, as soon as it has come so far.
  const [whole, setWhole] = useState(run);
  const complete = hasPackets || run.still !== undefined;
  if (complete && run !== whole) setWhole(run);
  const rest = Math.min(restOf(complete ? run : whole, spec, layout), endOf(run));
  const end = Math.max(endOf(run), endOf(whole));
  const speeds = speedsFor(layout.rtt);
  const slower = chosen !== undefined && speeds.choices.includes(chosen) ? chosen : speeds.usual;
  const lose = fixed.includes(spec.lose) ? undefined : marksNamed(experiment, spec.lose);

  const now = (): number => Math.min(end, clock.time() ?? rest);

  /** What is at the clock's time; asks for the packets if this run has none. */
  function tracks(): Tracks | undefined {
    if (!hasPackets) needRun();
    const { t, content } = momentAt(run, spec, layout, now());
    return content.kind === 'packets' ? { t, ...content } : undefined;
  }

  function play(at = slower): void {
    setPointed(undefined);
    if (!hasPackets) needRun();
    clock.play({ from: rest, to: end, speed: 1 / at });
  }

  function step(): void {
    const found = tracks();
    if (!hasPackets) waiting.current = 'step';
    const next = found && hasPackets ? nextStep(found.packets, found.acks, found.t) : undefined;
    clock.set(next?.t ?? now());
    if (!next || !found) return;
    setPointed(next.kind === 'acked' ? undefined : found.packets.number(next.row));
    setSaid(sayStep(next, found.packets, found.acks));
  }

  function pick(number: number): void {
    const value = lose && toggled(lose, params[spec.lose], number);
    if (value !== undefined) onChange(spec.lose, value);
  }

  function loseLast(): void {
    const found = tracks();
    if (!found) waiting.current = 'lose';
    const row = found && justLeft(found.packets, found.t);
    if (row === undefined || !found) return;
    const number = found.packets.number(row);
    // What plays stops, so that the reader sees what they did.
    clock.set(found.t);
    setPointed(number);
    pick(number);
  }

  // What was asked for before there were packets is done when they come, unless the reader has moved on.
  const waiting = useRef<'step' | 'lose'>(undefined);
  useEffect(() => {
    waiting.current = undefined;
  }, [params]);
  useEffect(() => {
    if (!waiting.current || !hasPackets) return undefined;
    const frame = requestAnimationFrame(() => {
      const asked = waiting.current;
      waiting.current = undefined;
      if (asked === 'step') step();
      else if (asked === 'lose') loseLast();
    });
    return () => cancelAnimationFrame(frame);
  });

  // What plays goes on to the end of a run that has become longer, and stops at that of one that has become shorter.
  useEffect(() => {
    if (!clock.playing()) return;
    if (now() >= end) clock.set(end);
    else clock.play({ from: rest, to: end, speed: 1 / slower });
    // All else may change without a word to the clock.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [end]);

  function press(event: KeyboardEvent<HTMLElement>): void {
    const own = event.target as HTMLElement;
    if (event.key !== ' ' || own.matches('button, select')) return;
    event.preventDefault();
    if (clock.playing()) clock.pause();
    else play();
  }

  const handles: { name: string; scale: PipeLayout['queue']['scale']; x: number; own: boolean }[] = [];
  if (live?.queue.limit !== undefined)
    handles.push({ name: spec.limit, scale: live.queue.scale, x: live.queue.left, own: false });
  if (live?.buffer)
    handles.push({
      name: spec.sndbuf,
      scale: live.buffer,
      x: live.buffer.asked ?? live.buffer.right,
      own: live.buffer.asked === undefined,
    });

  const movable = handles.filter(({ name }) => !fixed.includes(name));

  const heights = { '--wide': `${wide.height}px`, '--narrow': `${narrow.height}px` } as CSSProperties;
  const built = (of: PipeLayout): ReactNode => (
    <PipeStill layout={of} moment={momentAt(run, spec, of, restOf(run, spec, of))} words={words} />
  );
  return (
    // Space plays and pauses wherever in the pipe the focus is.
    <div
      role="presentation"
      className={css.pipe}
      style={heights}
      onKeyDown={press}
      onPointerDown={onWake}
      onFocus={onWake}
    >
      <div ref={ref} className={css.holder}>
        {live ? (
          <>
            <Strip
              {...{ layout: live, spec, run, rest, end, clock, words, pointed, onEdge }}
              onPoint={setPointed}
              onPick={lose && pick}
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
                  setPointed(undefined);
                  onChange(name, value);
                }}
              />
            ))}
          </>
        ) : (
          <>
            <div className={css.wide}>{built(wide)}</div>
            <div className={css.narrow}>{built(narrow)}</div>
          </>
        )}
      </div>
      <Transport
        {...{ clock, rest, end, speeds, slower }}
        digits={digitsFor(layout.rtt)}
        onSlower={(to) => {
          setChosen(to);
          if (clock.playing()) play(to);
        }}
        onPlay={() => (clock.playing() ? clock.pause() : play())}
        onStep={step}
        onScrub={() => {
          setPointed(undefined);
          if (!hasPackets) needRun();
        }}
        onLose={lose && loseLast}
      />
      <p className={unseen.unseen} role="status">
        {said}
      </p>
    </div>
  );
}

type Tracks = Extract<ReturnType<typeof momentAt>['content'], { kind: 'packets' }> & { t: number };
