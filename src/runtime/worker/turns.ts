import type { Stepped } from './bridge';
import { isFatal } from './failure';

/** How long Python may hold the thread: a newer request waits no longer than this. */
const SLICE_MS = 12;

/** Work under way. */
export interface Run {
  id: number;
  work: Stepped;
  /** Says what has become of it: at the end, and before that every so many milliseconds. */
  tell: (isDone: boolean) => void;
  every: number;
  /** When it has been told last; 0: the first slice is told at once. */
  told: number;
}

/** Runs take turns, a slice each, and messages come in between. */
export class Turns {
  private runs: Run[] = [];
  private readonly held = new WeakSet<Run>();
  // Not setTimeout, which waits 4 ms at least.
  private readonly channel = new MessageChannel();
  /** Is the next slice on its way? */
  private isTurning = false;

  constructor(private readonly fail: (id: number, error: unknown) => void) {
    this.channel.port1.onmessage = () => this.advance();
  }

  begin(run: Run): void {
    this.runs.push(run);
    this.turn();
  }

  /** Stops where it is, or goes on from there. */
  hold(id: number, held: boolean): void {
    const run = this.find(id);
    if (!run) return;
    if (held) this.held.add(run);
    else this.held.delete(run);
    this.turn();
  }

  cancel(id: number): void {
    const run = this.find(id);
    if (run) this.end(run);
  }

  private find(id: number): Run | undefined {
    return this.runs.find((run) => run.id === id);
  }

  private isHeld = (run: Run): boolean => this.held.has(run);

  private turn(): void {
    if (this.isTurning || this.runs.every(this.isHeld)) return;
    this.isTurning = true;
    this.channel.port2.postMessage(null);
  }

  private advance(): void {
    this.isTurning = false;
    const run = this.runs.find((each) => !this.isHeld(each));
    if (!run) return;
    try {
      this.slice(run);
    } catch (error) {
      this.remove(run);
      if (!isFatal(error)) run.work.destroy();
      this.fail(run.id, error);
    }
    this.turn();
  }

  private slice(run: Run): void {
    if (run.work.step(SLICE_MS)) {
      run.tell(true);
      this.end(run);
      return;
    }
    this.remove(run);
    this.runs.push(run);
    const now = performance.now();
    if (now - run.told < run.every) return;
    run.told = now;
    run.tell(false);
  }

  private end(run: Run): void {
    this.remove(run);
    run.work.destroy();
  }

  private remove(run: Run): void {
    this.runs = this.runs.filter((each) => each !== run);
  }
}
