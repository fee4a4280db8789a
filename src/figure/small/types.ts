import type { Params, Value } from '../../model/contract';
import type { Clock } from '../clock';
import type { State } from '../state';

/** What its author says that it shows. */
export interface Chosen {
  /** The id of a lane, or the kind of a view. */
  lane?: string;
  view?: string;
  /** Names of the parameters that can be moved, one or two: `rate,rtt`. */
  knobs?: string;
  /** Which number of the summary stands beside it, if not the first. */
  number?: string;
}

/** What it shows of a run, and what moves it. */
export interface Shown {
  state: State;
  base: Params;
  clock: Clock;
  change: (name: string, value: Value) => void;
  wake: () => void;
  complete: () => void;
}
