import type { CutsSpec, LanesSpec, PipeSpec, RaceSpec, RoundsSpec, SceneSpec, StreamSpec, ViewSpec } from './contract';

/** Drawings that move, apart from the pipe. */
export type MovingSpec = SceneSpec | StreamSpec | RoundsSpec | CutsSpec;

const MOVING: readonly string[] = ['scene', 'stream', 'rounds', 'cuts'] satisfies MovingSpec['kind'][];

export const isPipe = (view: ViewSpec): view is PipeSpec => view.kind === 'pipe';

export const isMoving = (view: ViewSpec): view is MovingSpec => MOVING.includes(view.kind);

export const isLanes = (view: ViewSpec): view is LanesSpec => view.kind === 'lanes';

export const isRace = (view: ViewSpec): view is RaceSpec => view.kind === 'race';
