import type { Lane, PipeSpec, RaceSpec } from '../../model/contract';
import type { MovingSpec } from '../../model/views';
import { NARROW, type View } from '../view';
import { lanes } from './Lanes';
import type { LanesWords } from './lanesWords';

/** px: the drawing comes first. */
const TALL = { wide: 100, narrow: 84 };

/** What stands below a drawing that moves: one of the figure's lanes, so that the same is seen as a curve. */
export const below: View<(PipeSpec | RaceSpec | MovingSpec) & { lanes: Lane[] }, LanesWords> = {
  ...lanes,
  fuller: false,
  draw: ({ spec, ...input }) =>
    lanes.draw({
      ...input,
      flat: false,
      tall: input.tall ?? TALL[input.width < NARROW ? 'narrow' : 'wide'],
      spec: { kind: 'lanes', title: spec.title, lanes: spec.lanes },
    }),
};
