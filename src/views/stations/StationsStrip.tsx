import { area } from 'd3-shape';
import type { ReactNode } from 'react';
import { SharedAxis } from '../axis';
import { decimate, GAP } from '../decimate';
import { inkOf } from '../styles';
import { cut } from '../text';
import views from '../views.module.css';
import type { Layout } from './layoutStations';
import { shareOf } from './readStations';

/** Rows lower than that, px, have no number. */
const LEGIBLE = 10;

interface StripProps {
  layout: Layout;
  /** The run's own time. */
  times: Float64Array;
  title: string;
}

/** A row for each queue: how full it is, over time. Here the cursor is moved. */
export function StationsStrip({ layout, times, title }: StripProps): ReactNode {
  const { x, left, right, strip, boxes, narrow, commands } = layout;
  const numbered = narrow || !commands;
  return (
    <g>
      {(commands || !narrow) && (
        <text className={views.title} x={0} y={strip.titleY}>
          {title}
        </text>
      )}
      {boxes.map(({ station, number }, index) => {
        const base = strip.top + (index + 1) * strip.row;
        const shares = Float64Array.from(station.level.values, (level) => shareOf(station, level));
        const shape = area<number>(
          (i) => x(times[i]!),
          base,
          (i) => base - (strip.row - (strip.row < LEGIBLE ? 1 : 3)) * shares[i]!,
        )
          .defined((i) => i !== GAP)
          .digits(1);
        return (
          <g key={number} style={inkOf(station.level.quantity)}>
            {strip.row >= LEGIBLE && (
              <text
                className={views.tick}
                x={numbered ? left - 7 : 0}
                y={base - Math.min(4, strip.row - 9)}
                textAnchor={numbered ? 'end' : 'start'}
              >
                {numbered ? number : cut(`${number} ${station.name}`, left - 8, 11.5)}
              </text>
            )}
            <path className={views.solid} d={shape(decimate(times, shares, right - left)) ?? undefined} />
            <line className={views.rule} x1={left} x2={right} y1={base + 0.5} y2={base + 0.5} />
          </g>
        );
      })}
      <SharedAxis layout={layout} />
    </g>
  );
}
