import type { LanesSpec, PipeSpec, RaceSpec, SceneSpec, ViewSpec } from './contract';

export const isPipe = (view: ViewSpec): view is PipeSpec => view.kind === 'pipe';

export const isScene = (view: ViewSpec): view is SceneSpec => view.kind === 'scene';

export const isLanes = (view: ViewSpec): view is LanesSpec => view.kind === 'lanes';

export const isRace = (view: ViewSpec): view is RaceSpec => view.kind === 'race';
