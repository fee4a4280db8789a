import type { Params } from '../model/contract';
import type { Result } from '../model/types';
import { isAbort, messageOf, ParameterError } from '../runtime/errors';
import type { Runtime } from '../runtime/types';

export interface Wish {
  params: Params;
  seed: number;
  /** The picture stands already, only its tables are missing: don't draw it anew while it runs. */
  quiet?: boolean;
}

export interface Listener {
  /** `run` is missing where a quiet run says how far it is. */
  partial(run: Result | undefined, progress: number): void;
  /** `more`: a newer wish is about to run. */
  finished(run: Result, more: boolean): void;
  /** `line`: of the reader's own code. */
  failed(reason: string, line?: number): void;
}

export interface Scheduler {
  want(wish: Wish): void;
  cancel(): void;
  /** Stop the run where it is, or let it go on. */
  hold(held: boolean): void;
}

/**
 * Runs what the reader last asked for. While a slider moves, wishes come faster than runs end: a run gives way to the
 * newest wish only when it has shown something, so that the picture follows the hand even where a run takes long.
 */
export function createScheduler(runtime: Runtime, experiment: string, key: string, listener: Listener): Scheduler {
  let current: { abort: AbortController; shown: boolean } | undefined;
  let next: Wish | undefined;

  function giveWay(): void {
    if (next && (!current || current.shown || runtime.status().state !== 'ready')) launch(next);
  }

  function launch({ params, seed, quiet }: Wish): void {
    current?.abort.abort();
    next = undefined;
    const mine = { abort: new AbortController(), shown: false };
    current = mine;
    const isCurrent = (): boolean => current === mine;
    const onPartial = (run: Result, progress: number): void => {
      if (!isCurrent()) return;
      mine.shown = true;
      listener.partial(quiet ? undefined : run, progress);
      giveWay();
    };
    runtime
      .run({ experiment, parameters: params, seed, key }, onPartial, mine.abort.signal)
      .then((run) => {
        if (!isCurrent()) return;
        current = undefined;
        listener.finished(run, next !== undefined);
      })
      .catch((error: unknown) => {
        if (!isCurrent()) return;
        current = undefined;
        if (isAbort(error)) return;
        const line = error instanceof ParameterError ? error.line : undefined;
        listener.failed(messageOf(error), line);
      })
      .finally(giveWay);
  }

  return {
    want(wish) {
      next = wish;
      giveWay();
    },
    cancel() {
      next = undefined;
      current?.abort.abort();
      current = undefined;
    },
    hold: (held) => runtime.hold(key, held),
  };
}
