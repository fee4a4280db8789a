import { memo, type ReactNode } from 'react';
import { LaneAxis, SharedAxis } from './axis';
import { Events } from './events';
import { EndLabels, LaneTitle } from './labels';
import type { Layout } from './layout';
import type { CountWord } from './marks';
import { LaneSeries } from './series';
import css from './lanes.module.css';

interface LanesProps {
  layout: Layout;
  /** The picture in words, for those who don't see it. */
  title: string;
  countWord: CountWord;
  className?: string;
}

/** Stacked time series over one shared axis. */
export const Lanes = memo(function Lanes({ layout, title, countWord, className }: LanesProps): ReactNode {
  const { width, height, lanes } = layout;
  return (
    <svg
      className={[css.lanes, className].filter(Boolean).join(' ')}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={title}
    >
      {lanes.map((lane) => (
        <g key={lane.spec.id}>
          <LaneTitle layout={layout} lane={lane} />
          <LaneAxis layout={layout} lane={lane} />
          <LaneSeries layout={layout} lane={lane} />
          <EndLabels layout={layout} lane={lane} />
        </g>
      ))}
      <Events layout={layout} countWord={countWord} />
      <SharedAxis layout={layout} />
    </svg>
  );
});
