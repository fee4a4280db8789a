import { type Dispatch, useCallback, useRef } from 'react';
import type { Experiment } from '../model/contract';
import type { Result } from '../model/types';
import type { Runtime } from '../runtime/types';
import { createScheduler, type Scheduler } from './scheduler';
import type { Action } from './state';
import type { Setting } from './urlState';

/** Moves of one control that follow each other this closely (ms) are one drag: the ghost stays the run before it. */
const ONE_DRAG = 700;

/** A bet moves the figure; what it showed before gives nothing away and is none of the reader's changes. */
export const BET = 'bet';

interface Runs {
  /** Has Python run a setting; `quiet`: nobody waits for it. */
  want: (setting: Setting, quiet: boolean) => void;
  /** The figure goes to a setting, by a control: its run is known, or is wanted. */
  go: (to: Setting, control: string) => void;
  /** Is the run out of the reader's sight? The next one has no ghost then. */
  conceal: (concealed: boolean) => void;
  hold: (held: boolean) => void;
  cancel: () => void;
}

/** Brings the runs of settings into the figure's state. */
export function useRuns(
  experiment: Experiment,
  name: string,
  runtime: () => Runtime,
  known: (setting: Setting) => Result | undefined,
  dispatch: Dispatch<Action>,
): Runs {
  const scheduler = useRef<Scheduler>(null);
  const drag = useRef({ control: '', until: 0 });
  const concealed = useRef(false);

  const want = useCallback(
    (setting: Setting, quiet: boolean) => {
      scheduler.current ??= createScheduler(runtime(), experiment.id, name, {
        partial: (part, progress) => dispatch({ type: 'partial', run: part, progress, now: performance.now() }),
        finished: (whole, more) => dispatch({ type: 'finished', run: whole, more }),
        failed: (reason, line) => dispatch({ type: 'failed', reason, line }),
      });
      scheduler.current.want({ ...setting, quiet });
    },
    [runtime, experiment, name, dispatch],
  );

  const go = useCallback(
    (to: Setting, control: string) => {
      const now = performance.now();
      const isFresh = drag.current.control !== control || now > drag.current.until;
      const ghost = control === BET || concealed.current ? 'none' : isFresh ? 'new' : 'kept';
      concealed.current = false;
      drag.current = { control, until: now + ONE_DRAG };
      const run = known(to);
      dispatch({ type: 'change', ...to, known: run, ghost });
      if (run) scheduler.current?.cancel();
      else want(to, false);
    },
    [known, want, dispatch],
  );

  const conceal = useCallback((isConcealed: boolean) => {
    concealed.current = isConcealed;
  }, []);
  const hold = useCallback((held: boolean) => scheduler.current?.hold(held), []);
  const cancel = useCallback(() => scheduler.current?.cancel(), []);
  return { want, go, conceal, hold, cancel };
}
