import type { Clock } from './clock';
import type { Emulator } from './emulator';
import { handOver } from './realm';

/** A tick of the timer (8254), rounded up: one tick before it is due, v86 calls a timer due and doesn’t fire it. */
const TICK_NS = 839;

/** Moves the machine on, step by step. The steps are the same in every run; the caller only decides when they happen. */
export class Stepper {
  /** How long the machine goes on sleeping. */
  private sleeps = 0;

  constructor(
    private readonly clock: Clock,
    private readonly emulator: Emulator,
  ) {}

  get isAsleep(): boolean {
    return this.sleeps > 0;
  }

  /** One step, which ends at `until` if the machine sleeps then. */
  step(until: number): void {
    if (this.sleeps > 0) {
      const slept = Math.min(this.sleeps, Math.max(0, until - this.clock.now()));
      this.clock.sleep(slept);
      this.sleeps -= slept;
      return;
    }
    handOver();
    const before = this.clock.now();
    const ms = this.emulator.run();
    // It did nothing, or has done it all: it waits for its next timer.
    if (ms > 0 || this.clock.now() === before) this.sleeps = Math.ceil(Math.max(ms, 0) * 1e6) + TICK_NS;
  }

  /** Something comes in, and wakes the machine up. */
  send(line: number, bytes: Uint8Array): void {
    this.emulator.send(line, bytes);
    this.sleeps = 0;
  }
}
