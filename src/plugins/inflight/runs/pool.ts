/** Several Pythons, each in a thread of its own. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Tinypool } from 'tinypool';
import type { Job } from './jobs';

/** What a thread starts with. */
export interface Setup {
  /** The machine's own Python and the folder of the package, where it is to be used for all but byte code. */
  native?: { python: string; simulations: string };
  /** Archives of the package and of the standard library, as paths; missing where they are still to be made. */
  archives?: { stdlib: string; modules: string[] };
}

/** What a thread is told; all that it is ever told has the same setup. */
export interface Task {
  setup: Setup;
  job: Job;
}

export interface Done {
  text?: string;
  error?: string;
  /** Modules of the package that have been imported for it. */
  imported: string[];
  /** That it took. */
  seconds: number;
}

/** Each Python takes some 150 MB. */
const MOST = 8;

/** A Python that has had nothing to do for so long gives its memory back; the last one stays. */
const IDLE_MS = 20_000;

/** Pythons at a time, unless `IN_FLIGHT_PYTHONS` says how many. */
export const PLACES = Number(process.env.IN_FLIGHT_PYTHONS) || Math.min(MOST, availableParallelism());

export class Pool {
  private pool: Promise<Tinypool> | undefined;

  /** `places`: Pythons at a time. */
  constructor(
    private readonly setup: Setup,
    private readonly places = PLACES,
  ) {}

  /** Does a job as soon as a Python is free; they are started when there is something to do. */
  async run(job: Job): Promise<Done> {
    const task: Task = { setup: this.setup, job };
    return (await (this.pool ??= this.start())).run(task) as Promise<Done>;
  }

  private async start(): Promise<Tinypool> {
    const { default: Threads } = await import('tinypool');
    return new Threads({
      filename: join(__dirname, 'thread.cjs'),
      runtime: 'worker_threads',
      minThreads: 1,
      maxThreads: this.places,
      // To start Python takes longer than to wait for the next job.
      idleTimeout: IDLE_MS,
    });
  }

  /** Gives the memory back; anyone who asks on starts them again. */
  async end(): Promise<void> {
    const pool = this.pool;
    this.pool = undefined;
    await (await pool)?.destroy();
  }
}
