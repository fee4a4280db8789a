import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { Exchange } from './readLadder';

/** A stretch in which nothing is on its way, drawn shorter than it is. */
export interface Break {
  from: number;
  to: number;
}

export interface LadderScale {
  /** Straight between any two moments at which something happens. */
  y: ScaleLinear<number, number>;
  breaks: Break[];
  /** What comes later did not fit. */
  end: number;
  /** How many pixels a second (or whatever the unit is) is long while segments are on their way. */
  perUnit: number;
}

/** How far an arrow falls from one host to the other, px. */
const FALL = { least: 22, good: 60, most: 84 };
/** Silence is drawn true up to this length; beyond it, ten times as long adds less than as much again, px. */
const QUIET = { full: 30, flat: 18 };

interface Stretch {
  from: number;
  to: number;
  quiet: boolean;
}

/** The time between any two moments at which something happens. */
function stretchesOf({ segments, states, timers }: Exchange): Stretch[] {
  const moments = new Set<number>();
  for (const { sent, until } of segments) moments.add(sent).add(until);
  const over = Math.max(...moments);
  const waited = timers.filter(({ start }) => start <= over);
  for (const { start, end } of waited) moments.add(start).add(end);
  // What comes after the last of these is a state that lasts: there is nothing more to see.
  const last = Math.max(...moments);
  for (const { start, end } of states) for (const moment of [start, end]) if (moment <= last) moments.add(moment);
  const sorted = [...moments].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  let next = 0;
  let busyUntil = -Infinity;
  for (let i = 1; i < sorted.length; i++) {
    const [from, to] = [sorted[i - 1]!, sorted[i]!];
    for (; next < segments.length && segments[next]!.sent <= from; next++)
      busyUntil = Math.max(busyUntil, segments[next]!.until);
    stretches.push({ from, to, quiet: busyUntil <= from });
  }
  return stretches;
}

function lengthOf({ from, to, quiet }: Stretch, perUnit: number, silence: number): number {
  const length = (to - from) * perUnit;
  return quiet && length > silence ? silence * (1 + 0.25 * Math.log2(length / silence)) : length;
}

/**
 * Time downwards: as large as fits while segments are on their way, so that their slopes compare; long silence is cut
 * short. What does not fit even when small is left for later.
 */
export function ladderScale(exchange: Exchange, top: number, bottom: number, flat = false): LadderScale | undefined {
  const stretches = stretchesOf(exchange);
  const first = stretches[0];
  if (!first) return undefined;
  const unit = exchange.delay || (stretches.at(-1)!.to - first.from) / 10;
  const room = bottom - top;
  const silence = QUIET[flat ? 'flat' : 'full'];
  const total = (perUnit: number): number =>
    stretches.reduce((sum, stretch) => sum + lengthOf(stretch, perUnit, silence), 0);
  let [small, large] = [FALL.least / unit, FALL.most / unit];
  if (total(large) <= room) small = large;
  else if (total(small) <= room)
    for (let i = 0; i < 30; i++) {
      const middle = (small + large) / 2;
      if (total(middle) <= room) small = middle;
      else large = middle;
    }
  // If there has to be a cut, what comes before it may as well be easy to read.
  else small = FALL.good / unit;
  const times = [first.from];
  const places = [top];
  const breaks: Break[] = [];
  for (const stretch of stretches) {
    const place = places.at(-1)! + lengthOf(stretch, small, silence);
    if (place > bottom + 0.5) break;
    times.push(stretch.to);
    places.push(place);
    if (stretch.quiet && (stretch.to - stretch.from) * small > silence)
      breaks.push({ from: stretch.from, to: stretch.to });
  }
  return { y: scaleLinear(times, places), breaks, end: times.at(-1)!, perUnit: small };
}
