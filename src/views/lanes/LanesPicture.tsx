import { memo, type ReactNode } from 'react';
import { SharedAxis, YAxis } from '../axis';
import { Sheet } from '../sheet';
import { Events } from './events';
import { EndLabels, LaneTitle, BandNote } from './labels';
import type { Layout } from './layoutLanes';
import type { CountWord } from './marks';
import { LaneSeries } from './series';

interface LanesProps {
  layout: Layout;
  /** The picture in words, for those who don't see it. */
  title: string;
  countWord: CountWord;
  /** What its band is, for the legend: "10 seeds". */
  bandWord?: string;
}

/** Stacked time series over one shared axis. */
export const LanesPicture = memo(function LanesPicture({
  layout,
  title,
  countWord,
  bandWord = '',
}: LanesProps): ReactNode {
  const { width, height, lanes, band } = layout;
  return (
    <Sheet width={width} height={height} title={title}>
      {lanes.map((lane) => (
        <g key={lane.spec.id}>
          <LaneTitle layout={layout} lane={lane} />
          <YAxis y={lane.y} ticks={lane.ticks} factor={lane.scale.factor} left={layout.left} right={layout.right} />
          <LaneSeries layout={layout} lane={lane} />
          <EndLabels layout={layout} lane={lane} />
        </g>
      ))}
      {band && <BandNote layout={layout} text={bandWord} />}
      <Events layout={layout} countWord={countWord} />
      <SharedAxis layout={layout} />
    </Sheet>
  );
});
