import type { Experiment, Lane, PipeSpec, ViewSpec } from '../model/contract';
import type { Result } from '../model/types';
import { isLanes, isPipe } from '../model/views';
import { isStanding, type StandingSpec } from '../views/draw';

/** The views that one chooses between. */
export const standing = ({ views }: Experiment): StandingSpec[] => views.filter(isStanding);

export const pipeOf = ({ views }: Experiment): PipeSpec | undefined => views.find(isPipe);

export const lanesOf = ({ views }: Experiment): Lane[] => views.filter(isLanes).flatMap(({ lanes }) => lanes);

/** Has the run what the view draws? One that is under way or thinned out lacks tables. */
export const canDraw = ({ tables = [] }: ViewSpec, run: Result): boolean => tables.every((name) => run.tables?.[name]);
