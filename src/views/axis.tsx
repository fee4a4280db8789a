import type { ScaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { formatNumber } from './format';
import type { Tick } from './stretch';
import type { TimeLayout } from './time';
import css from './views.module.css';

interface YAxisProps {
  y: ScaleLinear<number, number>;
  ticks: readonly number[];
  /** What a value is multiplied by before it is printed. */
  factor?: number;
  left: number;
  right: number;
}

/** Horizontal rules with their values; the unit stands in the title. */
export function YAxis({ y, ticks, factor = 1, left, right }: YAxisProps): ReactNode {
  return (
    <g>
      {ticks.map((tick) => {
        const at = Math.round(y(tick)) + 0.5;
        return (
          <g key={tick}>
            <line className={tick === 0 ? css.base : css.rule} x1={left} x2={right} y1={at} y2={at} />
            <text className={css.tick} x={left - 7} y={at} dy="0.34em" textAnchor="end">
              {formatNumber(tick * factor)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface XAxisProps {
  x: (value: number) => number;
  ticks: readonly number[];
  factor?: number;
  /** What stands at a tick, if not its number times the factor. */
  label?: (tick: number) => string;
  title: string;
  /** Where the axis lies. */
  axisY: number;
  right: number;
}

/** The axis below a picture. */
export function XAxis({
  x,
  ticks,
  factor = 1,
  label = (tick) => formatNumber(tick * factor),
  title,
  axisY,
  right,
}: XAxisProps): ReactNode {
  return (
    <g>
      {ticks.map((tick) => {
        const at = Math.round(x(tick)) + 0.5;
        return (
          <g key={tick}>
            <line className={css.base} x1={at} x2={at} y1={axisY} y2={axisY + 5} />
            <text className={css.tick} x={at} y={axisY + 17} textAnchor="middle">
              {label(tick)}
            </text>
          </g>
        );
      })}
      <text className={css.axisTitle} x={right} y={axisY + 31} textAnchor="end">
        {title}
      </text>
    </g>
  );
}

interface SharedAxisProps {
  layout: TimeLayout & Pick<XAxisProps, 'axisY' | 'right'>;
}

/** The time axis below whatever shares it. */
export function SharedAxis({ layout: { x, xTicks, xScale, xTitle, axisY, right } }: SharedAxisProps): ReactNode {
  return <XAxis x={x} ticks={xTicks} factor={xScale.factor} title={xTitle} axisY={axisY} right={right} />;
}

interface StretchedAxisProps extends Pick<XAxisProps, 'title' | 'axisY' | 'right'> {
  ticks: readonly Tick[];
}

/** The time axis of what is not to scale: moments, each with its unit. */
export function StretchedAxis({ ticks, title, axisY, right }: StretchedAxisProps): ReactNode {
  return (
    <g>
      {ticks.map(({ t, x, text }) => (
        <g key={t}>
          <line className={css.base} x1={x} x2={x} y1={axisY} y2={axisY + 5} />
          <text className={css.tick} x={x} y={axisY + 17} textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <text className={css.axisTitle} x={right} y={axisY + 31} textAnchor="end">
        {title}
      </text>
    </g>
  );
}

/** Room that an `XAxis` takes below the plot, px. */
export const AXIS = 34;
