import type { Bet, Params } from '../../model/contract';
import type { Column, Result } from '../../model/types';
import { sameSetting } from '../parameters';
import type { State } from '../state';
import type { RunOverlay } from '../../views/view';

/** What the figure may show while a bet is open. */
export interface Seen {
  /** For the picture. */
  state: State;
  /** Besides the ghost. */
  overlays: readonly RunOverlay[];
  /** Nothing can be shown: a sheet lies over the picture. */
  isSheeted: boolean;
  /** For the drawing that moves, above it; `isSheeted`: it would show the answer. */
  drawing: { run: Result; params: Params; isSheeted: boolean };
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

/** The drawing is that of the setting before; a number is asked on its picture, a curve in empty lanes with their axes. */
export function seenWhile({ bet, isCovered, state, before, truth }: Situation): Seen {
  const free = { run: state.run, params: state.params, isSheeted: false };
  if (!bet || !before) return { state, overlays: NONE, isSheeted: false, drawing: free };
  const room = bet.kind === 'curve' && truth ? [roomFor(truth, bet.column)] : NONE;
  const alone = { ...state, before: undefined, growing: false };
  if (!isCovered) return { state: alone, overlays: room, isSheeted: false, drawing: free };

  const isAnswer = sameSetting(state.params, before.parameters);
  const drawing = {
    run: isAnswer ? hide(before, []) : before,
    params: before.parameters,
    isSheeted: isAnswer,
  };
  // The last complete run may be the answer.
  const covered = (run: Result): State => ({ ...alone, run, whole: undefined });
  if (bet.kind === 'value') return { state: covered(drawing.run), overlays: NONE, isSheeted: isAnswer, drawing };
  const run = truth ? hide(truth, bet.given) : hide(before, []);
  return { state: covered(run), overlays: room, isSheeted: !truth, drawing };
}
