import type { LanesSpec, PipeSpec, ViewSpec } from './types';

export const isPipe = (view: ViewSpec): view is PipeSpec => view.kind === 'pipe';

export const isLanes = (view: ViewSpec): view is LanesSpec => view.kind === 'lanes';
