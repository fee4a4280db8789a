import type { ReactNode } from 'react';
import { formatNumber } from './format';
import type { LaneLayout, Layout } from './layout';
import css from './lanes.module.css';

/** Horizontal rules with their values; the unit stands in the lane's title. */
export function LaneAxis({ layout: { left, right }, lane }: { layout: Layout; lane: LaneLayout }): ReactNode {
  return (
    <g>
      {lane.ticks.map((tick) => {
        const y = Math.round(lane.y(tick)) + 0.5;
        return (
          <g key={tick}>
            <line className={tick === 0 ? css.base : css.rule} x1={left} x2={right} y1={y} y2={y} />
            <text className={css.tick} x={left - 7} y={y} dy="0.34em" textAnchor="end">
              {formatNumber(tick * lane.scale.factor)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The axis that all lanes share, under the last of them. */
export function SharedAxis({ layout }: { layout: Layout }): ReactNode {
  const { x, xTicks, xScale, xTitle, axisY, right } = layout;
  return (
    <g>
      {xTicks.map((tick) => {
        const at = Math.round(x(tick)) + 0.5;
        return (
          <g key={tick}>
            <line className={css.base} x1={at} x2={at} y1={axisY} y2={axisY + 5} />
            <text className={css.tick} x={at} y={axisY + 17} textAnchor="middle">
              {formatNumber(tick * xScale.factor)}
            </text>
          </g>
        );
      })}
      <text className={css.axisTitle} x={right} y={axisY + 31} textAnchor="end">
        {xTitle}
      </text>
    </g>
  );
}
