import type { CurveBet, Experiment, Lane, PipeSpec, RaceSpec, ViewSpec } from '../model/contract';
import type { Result } from '../model/types';
import { isLanes, isMoving, isPipe, isRace, type MovingSpec } from '../model/views';
import { isFuller, isStanding, type StandingSpec } from '../views/draw';

export const lanesOf = ({ views }: Experiment): Lane[] => views.filter(isLanes).flatMap(({ lanes }) => lanes);

export const pipeOf = ({ views }: Experiment): PipeSpec | undefined => views.find(isPipe);

export const drawingOf = ({ views }: Experiment): MovingSpec | undefined => views.find(isMoving);

/** A view that one can choose. */
export type Choice = StandingSpec & {
  /** In links: its kind; for all of what the figure opens with, another. */
  name: string;
  /** Does the figure open with it, so that it has to be flat? */
  flat: boolean;
};

/** What a figure opens with, and all of it, if that is more. */
function openingOf(view: StandingSpec): Choice[] {
  const opening = { ...view, name: view.kind, flat: true };
  if (!isFuller(view.kind)) return [opening];
  return [opening, { ...view, name: `${view.kind}-full`, flat: false }];
}

export const raceOf = ({ views }: Experiment): RaceSpec | undefined => views.find(isRace);

/** The views that one chooses between. Of a drawing that moves, which stands above, it is the lane below it. */
export const standing = (experiment: Experiment): Choice[] =>
  experiment.views
    .map((view) =>
      isPipe(view) || isRace(view) || isMoving(view)
        ? { ...view, lanes: lanesOf(experiment).filter(({ id }) => id === view.below), tables: [] }
        : view,
    )
    .filter(isStanding)
    .flatMap((view, place) => (place === 0 ? openingOf(view) : [{ ...view, name: view.kind, flat: false }]));

/** Where a bet's curve is drawn: its lane, with those of the curves that are given. */
export function laneOfCurve(views: readonly Choice[], { column, given }: CurveBet): Choice | undefined {
  const columns = [column, ...given];
  return views
    .filter((view) => 'lanes' in view)
    .map((view) => ({
      ...view,
      lanes: view.lanes.filter(({ series }) => columns.some((each) => series.includes(each))),
    }))
    .find(({ lanes }) => lanes.some(({ series }) => series.includes(column)));
}

/** Has the run what the view draws? One that is under way or thinned out lacks tables. */
export const canDraw = ({ tables = [] }: ViewSpec, run: Result): boolean => tables.every((name) => run.tables?.[name]);
