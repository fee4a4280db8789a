import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { ColumnHead } from '../model/contract';
import { textWidth } from './text';
import { sayTime } from './time';

/** Each doubling of a pause adds this share of the shortest one's length. */
const GROWTH = 0.4;
/** With less room for each than this, px, nothing is gained: time then runs evenly. */
const LEAST = 5;

/**
 * Time from left to right for what takes milliseconds here and minutes there: straight between any two moments at which
 * something changes, and a pause that lasts twice as long as another is drawn only a little longer.
 */
export function stretchedScale(
  moments: readonly number[],
  [low, high]: readonly [number, number],
  [left, right]: readonly [number, number],
): ScaleLinear<number, number> {
  const inside = [...new Set([low, ...moments.filter((t) => t > low && t < high), high])].sort((a, b) => a - b);
  const pauses = inside.slice(1).map((t, i) => t - inside[i]!);
  if (pauses.length < 2 || pauses.length * LEAST > right - left) return scaleLinear([low, high], [left, right]);
  const shortest = Math.min(...pauses);
  const lengths = pauses.map((pause) => 1 + GROWTH * Math.log2(pause / shortest));
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let place = left;
  const places = [left, ...lengths.map((length) => (place += (length / whole) * (right - left)))];
  places[places.length - 1] = right;
  return scaleLinear(inside, places);
}

/** A moment on the axis, in words. */
export interface Tick {
  t: number;
  x: number;
  text: string;
}

const BETWEEN = 10;

/** Moments of change, where their words have room: the beginning and the end first, then those that end long pauses. */
export function stretchedTicks(scale: ScaleLinear<number, number>, head: ColumnHead, right: number): Tick[] {
  const moments = scale.domain();
  const weighed = moments.map((t, i) => ({
    t,
    pause: i === 0 || i === moments.length - 1 ? Infinity : t - moments[i - 1]!,
  }));
  const ticks: (Tick & { half: number })[] = [];
  for (const { t } of weighed.sort((a, b) => b.pause - a.pause || a.t - b.t)) {
    const text = sayTime(head, t);
    const half = textWidth(text, 11.5) / 2;
    const x = Math.min(scale(t), right - half);
    if (ticks.every((other) => Math.abs(other.x - x) >= other.half + half + BETWEEN)) ticks.push({ t, x, text, half });
  }
  return ticks.map(({ t, x, text }) => ({ t, x, text }));
}
