import type { Bet } from '../../model/contract';
import type { Column, Result } from '../../model/types';
import type { RunOverlay } from '../../views/view';
import { sameSetting } from '../parameters';
import type { State } from '../state';

/** What the picture may show while a bet is open. */
export interface Seen {
  state: State;
  /** Besides the ghost. */
  overlays: readonly RunOverlay[];
  /** Nothing can be shown: a sheet lies over the picture. */
  isSheeted: boolean;
}

/** A drawing hand needs room above the truth, and an axis that ends at its peak would give it away. */
const HEADROOM = 1.4;

const NONE: readonly RunOverlay[] = [];

const without = (column: Column): Column => ({ ...column, values: new Float64Array(column.values.length).fill(NaN) });

/** The run's axis and the columns that are given, and nothing else. */
function hide({ columns, ...run }: Result, given: readonly string[]): Result {
  return {
    ...run,
    columns: columns.map((column, i) => (i === 0 || given.includes(column.name) ? column : without(column))),
    events: [],
    tables: undefined,
    still: undefined,
  };
}

/** What the axes must have room for: the run, and higher places for one of its columns. */
function roomFor({ columns }: Result, name: string): RunOverlay {
  const higher = columns.map((column) =>
    column.name === name ? { ...column, values: column.values.map((value) => value * HEADROOM) } : column,
  );
  return { role: 'unseen', run: { columns: higher, events: [] } };
}

interface Situation {
  bet: Bet | undefined;
  isCovered: boolean;
  state: State;
  /** What the question starts from. */
  before: Result | undefined;
  /** The run that answers. */
  truth: Result | undefined;
}

/** A number is asked before the picture of the setting that stood before; a curve in empty lanes with their axes. */
export function seenWhile({ bet, isCovered, state, before, truth }: Situation): Seen {
  if (!bet || !before) return { state, overlays: NONE, isSheeted: false };
  const alone = { ...state, before: undefined, growing: false };
  if (bet.kind === 'curve') {
    const overlays = truth ? [roomFor(truth, bet.column)] : NONE;
    if (!isCovered) return { state: alone, overlays, isSheeted: false };
    return { state: { ...alone, run: hide(truth ?? before, truth ? bet.given : []) }, overlays, isSheeted: !truth };
  }
  if (!isCovered) return { state, overlays: NONE, isSheeted: false };
  const isAnswer = sameSetting(state.params, before.parameters);
  return {
    state: { ...alone, run: isAnswer ? hide(before, []) : before },
    overlays: NONE,
    isSheeted: isAnswer,
  };
}
