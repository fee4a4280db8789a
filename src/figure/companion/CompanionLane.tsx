import { translate } from '@docusaurus/Translate';
import { type ReactNode, useMemo } from 'react';
import type { Experiment, Lane, Quantity } from '../../model/contract';
import type { Result } from '../../model/types';
import { Text } from '../../ui/Text';
import { draw } from '../../views/draw';
import type { RunOverlay } from '../../views/view';
import { lanesOf } from '../views';
import css from './Companion.module.css';

/** px, as in the style sheet: the widest that stands in the margin; its lane. */
const SIZE = { width: 252, tall: 72 };

/** The lane that shows a quantity, or the first. */
export function laneOf(experiment: Experiment, quantity: Quantity | null): Lane | undefined {
  const quantities = new Map(experiment.outputs.columns.map((column) => [column.name, column.quantity]));
  const lanes = lanesOf(experiment);
  return lanes.find(({ series }) => series.some((each) => quantities.get(each) === quantity)) ?? lanes[0];
}

interface CompanionLaneProps {
  experiment: Experiment;
  run: Result;
  overlays: readonly RunOverlay[];
  growing: boolean;
  quantity: Quantity | null;
  /** Stands there if the figure has no curves. */
  children: ReactNode;
}

/** The one curve that is concerned, over that of the run before. */
export function CompanionLane(props: CompanionLaneProps): ReactNode {
  const { experiment, run, overlays, growing, quantity, children } = props;
  const lane = useMemo(() => laneOf(experiment, quantity), [experiment, quantity]);
  if (!lane)
    return (
      <Text size="note" className={css.sentence}>
        {children}
      </Text>
    );
  const spec = { kind: 'lanes' as const, title: lane.title, lanes: [lane] };
  const { picture } = draw({
    ...{ spec, run, overlays, growing, events: false, title: experiment.title, translate },
    ...SIZE,
  });
  return <div className={css.picture}>{picture}</div>;
}
