import type { LanesSpec, PipeSpec, ViewSpec } from './contract';

export const isPipe = (view: ViewSpec): view is PipeSpec => view.kind === 'pipe';

export const isLanes = (view: ViewSpec): view is LanesSpec => view.kind === 'lanes';
