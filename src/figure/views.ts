import type { Experiment, Lane, PipeSpec, RaceSpec, SceneSpec, ViewSpec } from '../model/contract';
import type { Result } from '../model/types';
import { isLanes, isPipe, isRace, isScene } from '../model/views';
import { isStanding, type StandingSpec } from '../views/draw';

export const lanesOf = ({ views }: Experiment): Lane[] => views.filter(isLanes).flatMap(({ lanes }) => lanes);

export const pipeOf = ({ views }: Experiment): PipeSpec | undefined => views.find(isPipe);

export const sceneOf = ({ views }: Experiment): SceneSpec | undefined => views.find(isScene);

export const raceOf = ({ views }: Experiment): RaceSpec | undefined => views.find(isRace);

/** The views that one chooses between. Of a drawing that moves, which stands above, it is the lane below it. */
export const standing = (experiment: Experiment): StandingSpec[] =>
  experiment.views
    .map((view) =>
      isPipe(view) || isRace(view) || isScene(view)
        ? { ...view, lanes: lanesOf(experiment).filter(({ id }) => id === view.below), tables: [] }
        : view,
    )
    .filter(isStanding);

/** Has the run what the view draws? One that is under way or thinned out lacks tables. */
export const canDraw = ({ tables = [] }: ViewSpec, run: Result): boolean => tables.every((name) => run.tables?.[name]);
