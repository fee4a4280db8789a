import type { Lane, PipeSpec } from '../../model/contract';
import { lanes } from '../lanes/Lanes';
import type { LanesWords } from '../lanes/lanesWords';
import type { View } from '../view';

/** What stands below a pipe: one of the figure's lanes, so that what moves above is seen as a curve, too. */
export const pipe: View<PipeSpec & { lanes: Lane[] }, LanesWords> = {
  ...lanes,
  draw: ({ spec, ...input }) => lanes.draw({ ...input, spec: { ...spec, kind: 'lanes' } }),
};
