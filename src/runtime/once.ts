import { abortError, isAbort, LostError } from './errors';
import { Interpreter, type Spawn, type WorkerLike } from './interpreter';
import { type Answer, type FromWorker, NO_RESULT } from './messages';
import type { Limits, RuntimeUrls } from './types';

export interface OnceLimits extends Limits {
  /** Milliseconds until Python is there. */
  start: number;
  /** Milliseconds for all questions together, from then on. */
  total: number;
  /** Bytes that may come out of one Python. */
  output: number;
  slow: string;
  memory: string;
  noResult: string;
}

/** For what students hand in. The command line has the same, in the same words: `inflight/classroom/sandbox_words.py`. */
export const STUDENTS: OnceLimits = {
  start: 60_000,
  silence: 10_000,
  silent: 'Your code didn’t return within 10 seconds. Is there an endless loop?',
  total: 60_000,
  output: 32 * 2 ** 20,
  slow: 'Your code was still running after 60 seconds and was stopped.',
  memory: 'MemoryError',
  broken: 'Python crashed while running your code.',
  noResult: 'What your code sent back isn’t a result.',
};

/** An answer as the sandbox sent it, which may be any text; or, in place of one, why there is none. */
export type Trace = string | { error: string };

/** Runs of the same code share a Python. */
type Runs = readonly { code?: unknown }[];

/**
 * Asks the same question with each of `runs`, one after the other, in a fresh Python for each code that is ended
 * afterwards: nothing is left of one call for the next. Resolves with an answer for each; when Python hung or broke, it
 * is the error of all that would have come after it.
 *
 * Rejects with an AbortError when `signal` fires, and a LostError if Python cannot be had at all.
 */
export type AskOnce = (
  urls: RuntimeUrls,
  limits: OnceLimits,
  question: string,
  runs: Runs,
  signal: AbortSignal,
) => Promise<Trace[]>;

/** `most`: how many Pythons there may be at a time; who comes later waits. */
export function makeAskOnce(spawn: Spawn, most: number): AskOnce {
  const places = new Places(most);
  return async (urls, limits, question, runs, signal) => {
    const found: Trace[] = [];
    let left = limits.total;
    for (const own of byCode(runs)) {
      if (left <= 0) {
        found.push(...own.map(() => ({ error: limits.slow })));
        continue;
      }
      const leave = await places.enter(signal);
      const python = new Interpreter(urls, metered(unrepeatable(spawn), limits.output), limits);
      try {
        await isReady(python, limits.start, signal);
        const began = performance.now();
        found.push(...(await answers(python, { ...limits, total: left }, question, own, signal)));
        left -= performance.now() - began;
      } finally {
        python.end();
        leave();
      }
    }
    return found;
  };
}

function byCode(runs: Runs): Runs[] {
  const groups: { code?: unknown }[][] = [];
  for (const run of runs) {
    const last = groups.at(-1);
    if (last && last[0]!.code === run.code) last.push(run);
    else groups.push([run]);
  }
  return groups;
}

/** Of a message that says little: a flood of such, too, must end. */
const LEAST = 100;

function sizeOf(message: FromWorker): number {
  switch (message.type) {
    case 'answer':
      return LEAST + message.text.length;
    case 'error':
      return LEAST + message.message.length;
    case 'partial':
    case 'done':
      return [...message.columns, ...message.tables].reduce(
        (size, each) => size + 8 * each.at(-1)!.length,
        message.head.length,
      );
    default:
      return LEAST;
  }
}

/** A sandbox that has sent more than `most` bytes is broken. */
function metered(spawn: Spawn, most: number): Spawn {
  return (...given) => {
    const inner = spawn(...given);
    const outer: WorkerLike = {
      onmessage: null,
      onerror: null,
      postMessage: (message: unknown) => inner.postMessage(message),
      terminate: () => inner.terminate(),
    };
    let left = most;
    inner.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      left -= sizeOf(data);
      const passed: FromWorker = left < 0 ? { type: 'broken', reason: NO_RESULT } : data;
      outer.onmessage?.call(outer as Worker, new MessageEvent('message', { data: passed }));
    };
    inner.onerror = (event) => outer.onerror?.call(outer as Worker, event);
    return outer;
  };
}

/** An interpreter starts anew when it was lost; this one must not. */
function unrepeatable(spawn: Spawn): Spawn {
  let isSpent = false;
  return (...given) => {
    if (isSpent) throw new Error('it runs once');
    isSpent = true;
    return spawn(...given);
  };
}

function isReady(python: Interpreter, most: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => done(() => reject(abortError()));
    const alarm = setTimeout(() => done(() => reject(new LostError('Python didn’t start'))), most);
    const forget = python.subscribe((status) => {
      if (status.state === 'ready') done(resolve);
      if (status.state === 'failed') done(() => reject(new LostError(status.reason)));
    });
    const done = (then: () => void): void => {
      clearTimeout(alarm);
      signal.removeEventListener('abort', giveUp);
      forget();
      then();
    };
    signal.addEventListener('abort', giveUp);
    python.start({ answers: true });
  });
}

async function answers(
  python: Interpreter,
  limits: OnceLimits,
  question: string,
  runs: Runs,
  signal: AbortSignal,
): Promise<Trace[]> {
  if (signal.aborted) throw abortError(); // while Python started
  const end = new AbortController();
  const giveUp = (): void => end.abort();
  signal.addEventListener('abort', giveUp);
  const alarm = setTimeout(giveUp, limits.total);
  const found: Trace[] = [];
  try {
    for (const args of runs) {
      try {
        found.push(textOf(await python.ask({ type: 'ask', question, args }, end.signal).answer, limits));
      } catch (error) {
        if (signal.aborted) throw abortError();
        found.push({ error: said(error, limits) });
        if (isAbort(error) || error instanceof LostError) break;
      }
    }
  } finally {
    clearTimeout(alarm);
    signal.removeEventListener('abort', giveUp);
  }
  const rest = runs.slice(found.length).map(() => found.at(-1)!);
  return [...found, ...rest];
}

/** What a student is told in place of an answer. */
function said(error: unknown, limits: OnceLimits): string {
  if (isAbort(error)) return limits.slow;
  const { message } = error as Error;
  if (error instanceof LostError) {
    if (message === limits.silent) return message;
    return message.endsWith(`(${NO_RESULT})`) ? limits.noResult : limits.broken;
  }
  return /^MemoryError\b/m.test(message) ? limits.memory : limits.broken;
}

/** What is in it is for Python to judge (`inflight/classroom/traces.py`). */
const textOf = (answer: Answer, limits: OnceLimits): Trace =>
  answer.type === 'answer' ? answer.text : { error: limits.noResult };

/** So many may be in at a time. */
class Places {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves with the way to leave. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw abortError();
    if (this.free > 0) this.free--;
    else await this.wait(signal);
    return () => {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    };
  }

  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(enter), 1);
        reject(abortError());
      };
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(enter);
    });
  }
}
