import { useEffect, useRef, useState } from 'react';
import type { MarksParameter, Params, PipeSpec, Value } from '../../model/contract';
import type { Result } from '../../model/types';
import type { PipeLayout } from '../../views/pipe/layoutPipe';
import { endOf, momentAt, restOf } from '../../views/pipe/moment';
import { justLeft, nextStep } from '../../views/pipe/steps';
import type { Clock } from '../clock';
import { numbersOf } from '../parameters';
import { sayStep } from './pipeMessages';
import { type Speeds, speedsFor } from './speeds';

/** `number` in or out of the packets to lose; undefined: there is no room for it. */
function toggled({ max, most }: MarksParameter, value: Value | undefined, number: number): string | undefined {
  const numbers = numbersOf(value);
  const others = numbers.filter((each) => each !== number);
  const next = others.length < numbers.length ? others : [...numbers, number].sort((a, b) => a - b);
  return number <= max && next.length <= most ? next.join(',') : undefined;
}

type Tracks = Extract<ReturnType<typeof momentAt>['content'], { kind: 'packets' }> & { t: number };

interface Played {
  spec: PipeSpec;
  run: Result;
  params: Params;
  layout: PipeLayout;
  clock: Clock;
  /** The packets that are lost; undefined: none can be chosen. */
  lose: MarksParameter | undefined;
  onChange: (name: string, value: Value) => void;
  needRun: () => void;
}

export interface Playback {
  /** Where the clock stands before it is played, and where it stops. */
  rest: number;
  end: number;
  speeds: Speeds;
  /** How many times slower than life. */
  slower: number;
  /** The number of the packet that is pointed at. */
  pointed: number | undefined;
  point: (number: number | undefined) => void;
  /** What the last step showed, in words. */
  said: string;
  toggle: () => void;
  slow: (slower: number) => void;
  step: () => void;
  scrub: () => void;
  /** Loses a packet, or the one that has just left the sender; or does not any more. */
  pick: (number: number) => void;
  loseLast: () => void;
}

/** What plays in the pipe, and what its buttons do. */
export function usePlayback({ spec, run, params, layout, clock, lose, onChange, needRun }: Played): Playback {
  const [pointed, setPointed] = useState<number>();
  const [said, setSaid] = useState('');
  const [chosen, setChosen] = useState<number>();

  const hasPackets = run.tables?.[spec.packets] !== undefined;
  // A run under way is as long as the one before it, and stands where that one stood, as soon as it has come so far.
  const [whole, setWhole] = useState(run);
  const complete = hasPackets || run.still !== undefined;
  if (complete && run !== whole) setWhole(run);
  const rest = Math.min(restOf(complete ? run : whole, spec, layout), endOf(run));
  const end = Math.max(endOf(run), endOf(whole));
  const speeds = speedsFor(layout.rtt);
  const slower = chosen !== undefined && speeds.choices.includes(chosen) ? chosen : speeds.usual;

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

  return {
    ...{ rest, end, speeds, slower, pointed, said, step, pick, loseLast },
    point: setPointed,
    toggle: () => (clock.playing() ? clock.pause() : play()),
    slow: (to) => {
      setChosen(to);
      if (clock.playing()) play(to);
    },
    scrub: () => {
      setPointed(undefined);
      if (!hasPackets) needRun();
    },
  };
}
