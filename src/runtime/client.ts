import type { Result } from '../model/types';
import { CellRun } from './cells';
import { abortError } from './errors';
import { Interpreter, type Spawn, type Task } from './interpreter';
import type { SentAnswer, SentCells, SentResult } from './messages';
import { Pool } from './pool';
import { toResult } from './result';
import type { Limits, Need, RunRequest, Runtime, RuntimeStatus, RuntimeUrls } from './types';

/** What the book's own models are allowed. */
const OWN: Limits = {
  silence: 10_000,
  silent: 'The model didn’t respond for 10 seconds and was stopped.',
  broken: 'Python crashed and was restarted.',
};

interface Job {
  abort: AbortController;
  hold: Task['hold'];
}

/** The page's side: one Python per visit, shared by all figures, and helpers for runs in cells. */
export class Client implements Runtime {
  private readonly first: Interpreter;
  private readonly pool: Pool;
  /** Runs that somebody waits for, by key. */
  private readonly jobs = new Map<string, Job>();

  /** `most`: how many Pythons there may be at a time. */
  constructor(urls: RuntimeUrls, spawn: Spawn, limits: Limits = OWN, most = 1) {
    const create = (): Interpreter => new Interpreter(urls, spawn, limits);
    this.first = create();
    this.pool = new Pool(create, most - 1);
  }

  status(): RuntimeStatus {
    return this.first.status();
  }

  subscribe(listener: (status: RuntimeStatus) => void): () => void {
    return this.first.subscribe(listener);
  }

  start(need: Need): void {
    this.first.start(need);
  }

  async run(
    { key, ...setting }: RunRequest,
    onPartial: (part: Result, progress: number) => void = () => undefined,
    wanted?: AbortSignal,
  ): Promise<Result> {
    if (wanted?.aborted) throw abortError();
    this.jobs.get(key)?.abort.abort();
    const abort = new AbortController();
    const job: Job = { abort, hold: () => undefined };
    const giveUp = (): void => abort.abort();
    wanted?.addEventListener('abort', giveUp);
    this.jobs.set(key, job);
    const { first, pool } = this;
    const { signal } = abort;
    try {
      const task = first.ask({ type: 'run', ...setting }, signal, (part) => onPartial(toResult(part), part.progress));
      job.hold = task.hold;
      const answer = (await task.answer) as SentResult | SentCells;
      if (answer.type !== 'cells') return toResult(answer);
      const run = new CellRun({ setting, cells: answer, first, pool, onPartial, signal });
      job.hold = run.hold;
      return await run.result;
    } finally {
      wanted?.removeEventListener('abort', giveUp);
      if (this.jobs.get(key) === job) this.jobs.delete(key);
      // One failed cell ends the others.
      abort.abort();
    }
  }

  async ask(
    question: string,
    args: object,
    wanted: AbortSignal = new AbortController().signal,
    onProgress?: (share: number) => void,
  ): Promise<unknown> {
    const answer = await this.first.ask({ type: 'ask', question, args }, wanted, undefined, onProgress).answer;
    return JSON.parse((answer as SentAnswer).text);
  }

  hold(key: string, held: boolean): void {
    this.jobs.get(key)?.hold(held);
  }
}
