import { bisector, extent } from 'd3-array';
import type { Column, Result } from '../../model/types';
import type { Clock } from '../clock';
import { pitchOf } from './pitch';
import type { Voice } from './voice';

const near = bisector<number, number>((value) => value).center;

/** Lets a voice sing a column as the clock goes through the run; gives back the way to stop that. */
export function follow(voice: Voice, clock: Clock, { columns, events }: Result, { values }: Column): () => void {
  const xs = Array.from(columns[0]!.values);
  const known = extent(values.filter((value) => !Number.isNaN(value))) as [number, number];
  let last = -Infinity;
  return clock.subscribe(() => {
    const t = clock.time();
    if (t === undefined) return;
    voice.tone(pitchOf(values[near(xs, t)] ?? NaN, known));
    if (events.some((event) => event.t > last && event.t <= t)) voice.tick();
    last = t;
  });
}
