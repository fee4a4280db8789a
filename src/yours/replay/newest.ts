import type { Params } from '../../model/contract';
import { isAbort } from '../../runtime/errors';

export interface Waiting {
  signal: AbortSignal;
  onProgress?: (share: number) => void;
}

export type Ask<T> = (wish: Params, waiting: Waiting) => Promise<T>;

interface Listener<T> {
  progress: (share: number) => void;
  /** `more`: a newer wish is about to be asked. */
  answered: (answer: T, more: boolean) => void;
  failed: (error: unknown) => void;
}

export interface Newest {
  want: (wish: Params) => void;
  /** Nobody waits any more. */
  end: () => void;
}

/** A run gives way to a newer wish when it takes longer than this, ms; a shorter one is drawn: the picture follows. */
const PATIENCE = 600;

/** Answers what was wished for last. Wishes come faster than answers while a slider moves; those between are dropped. */
export function createNewest<T>(ask: Ask<T>, listener: Listener<T>, now = () => performance.now()): Newest {
  let current: { abort: AbortController; since: number } | undefined;
  let next: Params | undefined;

  function launch(wish: Params): void {
    current?.abort.abort();
    next = undefined;
    const mine = { abort: new AbortController(), since: now() };
    current = mine;
    const isCurrent = (): boolean => current === mine;
    const onProgress = (share: number): void => {
      if (!isCurrent()) return;
      listener.progress(share);
      if (next && now() - mine.since > PATIENCE) launch(next);
    };
    ask(wish, { signal: mine.abort.signal, onProgress })
      .then((answer) => {
        if (isCurrent()) listener.answered(answer, next !== undefined);
      })
      .catch((error: unknown) => {
        if (isCurrent() && !isAbort(error)) listener.failed(error);
      })
      .finally(() => {
        if (!isCurrent()) return;
        current = undefined;
        if (next) launch(next);
      });
  }

  return {
    want(wish) {
      if (current) next = wish;
      else launch(wish);
    },
    end() {
      next = undefined;
      current?.abort.abort();
      current = undefined;
    },
  };
}
