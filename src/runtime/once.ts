import { abortError, isAbort, LostError } from './errors';
import { Interpreter, type Spawn } from './interpreter';
import { type Answer, NO_RESULT } from './messages';
import type { Limits, RuntimeUrls } from './types';

export interface OnceLimits extends Limits {
  /** Milliseconds until Python is there. */
  start: number;
  /** Milliseconds for all questions together, from then on. */
  total: number;
  slow: string;
  memory: string;
  noResult: string;
}

/** For what students hand in. The command line has the same, in the same words: `inflight/classroom/jail/words.py`. */
export const STUDENTS: OnceLimits = {
  start: 60_000,
  silence: 10_000,
  silent: 'Your code did not come back within 10 seconds. Is there an endless loop?',
  total: 60_000,
  slow: 'Your code was not done after 60 seconds and was stopped.',
  memory: 'MemoryError',
  broken: 'Python broke down while it ran your code.',
  noResult: 'What your code sent back is no result.',
};

/** Of a text that comes back in place of an answer. */
const LONGEST = 500;

/**
 * Asks the same question with each of `runs`, one after the other, in a fresh Python that is ended afterwards: nothing
 * is left of one call for the next. Resolves with an answer for each; where there is none, `{error: one line}`, and when
 * Python hung or broke, so for all that would have come after it.
 *
 * Rejects with an AbortError when `signal` fires, and a LostError if Python cannot be had at all.
 */
export type AskOnce = (
  urls: RuntimeUrls,
  limits: OnceLimits,
  question: string,
  runs: readonly object[],
  signal: AbortSignal,
) => Promise<object[]>;

/** `most`: how many Pythons there may be at a time; who comes later waits. */
export function makeAskOnce(spawn: Spawn, most: number): AskOnce {
  const places = new Places(most);
  return async (urls, limits, question, runs, signal) => {
    if (runs.length === 0) return [];
    const leave = await places.enter(signal);
    const python = new Interpreter(urls, unrepeatable(spawn), limits);
    try {
      await isReady(python, limits.start, signal);
      return await answers(python, limits, question, runs, signal);
    } finally {
      python.end();
      leave();
    }
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
    const alarm = setTimeout(() => done(() => reject(new LostError('Python did not start'))), most);
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
  runs: readonly object[],
  signal: AbortSignal,
): Promise<object[]> {
  if (signal.aborted) throw abortError(); // while Python started
  const end = new AbortController();
  const giveUp = (): void => end.abort();
  signal.addEventListener('abort', giveUp);
  const alarm = setTimeout(giveUp, limits.total);
  const found: object[] = [];
  try {
    for (const args of runs) {
      try {
        found.push(checked(await python.ask({ type: 'ask', question, args }, end.signal).answer, limits));
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

/** An error only as one line; the rest is for Python to judge. */
function checked(answer: Answer, limits: OnceLimits): object {
  if (answer.type !== 'answer') return { error: limits.noResult };
  const found = JSON.parse(answer.text) as object;
  if (!('error' in found)) return found;
  if (typeof found.error !== 'string') return { error: limits.noResult };
  const line = found.error.slice(0, 4 * LONGEST).replace(/[\p{C}\p{Z}\s]+/gu, ' ');
  return { error: line.trim().slice(0, LONGEST) || limits.broken };
}

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
