import type { Pace } from '../messages';
import { wall } from './realm';

/** Time that the machine may make up for after it was too slow, in ms of the wall. */
const MOST_BEHIND = 500;

/** How far the machine’s time may go, given the wall’s. */
export class Pacemaker {
  private from = { wall: 0, now: 0 };

  constructor(
    public pace: Pace = 'stopped',
    now = 0,
  ) {
    this.from = { wall: wall(), now };
  }

  set(pace: Pace, now: number): void {
    this.pace = pace;
    this.from = { wall: wall(), now };
  }

  /** The time in ns up to which it may run; whole, so that it can be repeated. */
  limit(now: number): number {
    if (this.pace === 'fast') return Infinity;
    if (this.pace === 'stopped') return now;
    const limit = Math.floor(this.from.now + (wall() - this.from.wall) * this.pace * 1e6);
    const most = now + MOST_BEHIND * this.pace * 1e6;
    if (limit <= most) return limit;
    this.set(this.pace, most);
    return most;
  }

  /** How many ms of the wall it is from `now` until `then`. */
  wait(now: number, then: number): number {
    return typeof this.pace === 'number' ? (then - now) / this.pace / 1e6 : 0;
  }
}
