import { area, curveStepAfter } from 'd3-shape';
import type { ReactNode } from 'react';
import type { Result } from '../../model/types';
import { SharedAxis } from '../axis';
import { decimate, GAP } from '../decimate';
import { inkOf } from '../styles';
import { columnOf } from '../tables';
import { cut } from '../text';
import views from '../views.module.css';
import type { Words } from '../words';
import type { Layout } from './layoutTerminal';

interface WatchProps {
  layout: Layout;
  run: Pick<Result, 'columns'>;
  words: Words;
}

/** Below the terminal: the course of what it prints, each number by its own greatest value. Here the cursor is moved. */
export function Watch({ layout, run, words }: WatchProps): ReactNode {
  const { x, left, right, watch, narrow, axisY } = layout;
  const times = run.columns[0]!.values;
  return (
    <g>
      {watch.map(({ name, top, base, labelY }) => {
        const column = columnOf(run.columns, name);
        const greatest = column.values.reduce((most, value) => (value > most ? value : most), 0) || 1;
        const shares = Float64Array.from(column.values, (value) => Math.max(0, value / greatest));
        const shape = area<number>(
          (i) => x(times[i]!),
          base,
          (i) => base - (base - top) * shares[i]!,
        )
          .curve(curveStepAfter)
          .defined((i) => i !== GAP)
          .digits(1);
        return (
          <g key={name} style={inkOf(column.quantity)}>
            <text className={views.tick} x={narrow ? left : 0} y={labelY}>
              {cut(words.column(name), narrow ? right - left : left - 8, 11.5)}
            </text>
            <path className={views.solid} d={shape(decimate(times, shares, right - left)) ?? undefined} />
            <line className={views.rule} x1={left} x2={right} y1={base + 0.5} y2={base + 0.5} />
          </g>
        );
      })}
      {watch.length === 0 && <line className={views.base} x1={left} x2={right} y1={axisY + 0.5} y2={axisY + 0.5} />}
      <SharedAxis layout={layout} />
    </g>
  );
}
