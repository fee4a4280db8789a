import type { Lane, PipeSpec, RaceSpec, SceneSpec } from '../../model/contract';
import type { View } from '../view';
import { lanes } from './Lanes';
import type { LanesWords } from './lanesWords';

/** px: the drawing comes first. */
const TALL = 112;

/** What stands below a drawing that moves: one of the figure's lanes, so that the same is seen as a curve. */
export const below: View<(PipeSpec | RaceSpec | SceneSpec) & { lanes: Lane[] }, LanesWords> = {
  ...lanes,
  draw: ({ spec, ...input }) =>
    lanes.draw({ ...input, tall: input.tall ?? TALL, spec: { kind: 'lanes', title: spec.title, lanes: spec.lanes } }),
};
