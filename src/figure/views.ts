import type { Experiment, Lane, PipeSpec, ViewSpec } from '../model/contract';
import type { Result } from '../model/types';
import { isLanes, isMoving, isPipe, type MovingSpec } from '../model/views';
import { isStanding, type StandingSpec } from '../views/draw';

export const lanesOf = ({ views }: Experiment): Lane[] => views.filter(isLanes).flatMap(({ lanes }) => lanes);

export const pipeOf = ({ views }: Experiment): PipeSpec | undefined => views.find(isPipe);

export const drawingOf = ({ views }: Experiment): MovingSpec | undefined => views.find(isMoving);

/** The views that one chooses between. Of a drawing that moves, which stands above, it is the lane below it. */
export const standing = (experiment: Experiment): StandingSpec[] =>
  experiment.views
    .map((view) =>
      isPipe(view) || isMoving(view)
        ? { ...view, lanes: lanesOf(experiment).filter(({ id }) => id === view.below), tables: [] }
        : view,
    )
    .filter(isStanding);

/** Has the run what the view draws? One that is under way or thinned out lacks tables. */
export const canDraw = ({ tables = [] }: ViewSpec, run: Result): boolean => tables.every((name) => run.tables?.[name]);
