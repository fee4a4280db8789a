import type { Params, Result } from '../../model/types';
import { isAbort } from '../../runtime/errors';
import type { Runtime } from '../../runtime/types';

export interface Wish {
  params: Params;
  seed: number;
}

export interface Listener {
  partial(run: Result, progress: number): void;
  /** `more`: a newer wish is about to run. */
  finished(run: Result, more: boolean): void;
  failed(reason: string): void;
}

export interface Scheduler {
  want(wish: Wish): void;
  cancel(): void;
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

  function launch({ params, seed }: Wish): void {
    current?.abort.abort();
    next = undefined;
    const mine = { abort: new AbortController(), shown: false };
    current = mine;
    const isCurrent = (): boolean => current === mine;
    const onPartial = (run: Result, progress: number): void => {
      if (!isCurrent()) return;
      mine.shown = true;
      listener.partial(run, progress);
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
        if (!isAbort(error)) listener.failed(error instanceof Error ? error.message : String(error));
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
  };
}
