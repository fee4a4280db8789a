import { range } from 'd3-array';
import { area, line } from 'd3-shape';
import type { ReactNode } from 'react';
import { SharedAxis, YAxis } from '../axis';
import { decimate, GAP } from '../decimate';
import { formatValue } from '../format';
import { inkOf } from '../styles';
import { cut, spoken } from '../text';
import views from '../views.module.css';
import type { Layout } from './layoutPool';
import { nearest } from './readPool';
import css from './pool.module.css';

/** Stripes of a state in the strip, from one to the next, px; as in the squares, the first one is solid. */
const STRIPES = [0, 4, 4] as const;

/** Where the refusals have room for their name and their greatest value, px. */
const TWO_LINES = 24;

/** Ports in each state, one on top of the other, and how many connections were refused below them. */
export function PoolStrip({ layout, times, title }: { layout: Layout; times: Float64Array; title: string }): ReactNode {
  const { x, left, right, strip, refusals, ports, total, axisY } = layout;
  const { states, refused } = ports;
  const sums = stacked(states.map(({ values }) => values));
  const px = right - left;
  const bars = area<number>(
    (i) => x(times[i]!),
    refusals.bottom,
    (i) => refusals.bottom - ((refusals.bottom - refusals.top) * refused.values[i]!) / refusals.most,
  )
    .defined((i) => i !== GAP)
    .digits(1);
  return (
    <g>
      <text className={views.title} x={0} y={strip.titleY}>
        {title}
      </text>
      <YAxis y={strip.y} ticks={[0, total]} left={left} right={right} />
      {states.map(({ name, quantity, values }, state) => {
        if (!values.some((value) => value > 0)) return null;
        const [below, above] = [sums[state]!, sums[state + 1]!];
        const fill = area<number>(
          (i) => x(times[i]!),
          (i) => strip.y(below[i]!),
          (i) => strip.y(above[i]!),
        )
          .defined((i) => i !== GAP)
          .digits(1);
        const top = line<number>(
          (i) => x(times[i]!),
          (i) => strip.y(above[i]!),
        )
          .defined((i) => i !== GAP)
          .digits(1);
        const rows = decimate(times, above, px);
        const solid = STRIPES[state] === 0;
        return (
          <g key={name} style={inkOf(quantity)}>
            <path className={solid ? views.solid : views.tint} d={fill(rows) ?? undefined} />
            {!solid && (
              <path
                className={css.filling}
                strokeWidth={state === 2 ? 1 : 2.4}
                d={stripes(layout, times, below, above, STRIPES[state] ?? 4)}
              />
            )}
            <path className={views.drawn} strokeWidth={1.25} d={top(rows) ?? undefined} />
          </g>
        );
      })}
      <g style={inkOf(refused.quantity)}>
        <text className={views.label} x={left - 7} y={refusals.bottom - 1} textAnchor="end">
          {cut(spoken(refused.name), left - 8, 11.5)}
        </text>
        {refusals.most > 0 && (
          <>
            <path className={views.solid} d={bars(decimate(times, refused.values, px)) ?? undefined} />
            {refusals.bottom - refusals.top >= TWO_LINES && (
              <text className={views.tick} x={left - 7} y={refusals.top} dy="0.34em" textAnchor="end">
                {cut(formatValue(refusals.most, refused.unit), left - 8, 11.5)}
              </text>
            )}
          </>
        )}
      </g>
      <line className={views.base} x1={left} x2={right} y1={axisY + 0.5} y2={axisY + 0.5} />
      <SharedAxis layout={layout} />
    </g>
  );
}

/** The sums of none, one, two … of the columns. */
function stacked(columns: readonly Float64Array[]): Float64Array[] {
  const sums = [new Float64Array(columns[0]?.length ?? 0)];
  for (const column of columns) sums.push(sums[sums.length - 1]!.map((value, row) => value + column[row]!));
  return sums;
}

/** Upright lines between two curves. */
function stripes(
  { x, left, right, strip }: Layout,
  times: Float64Array,
  below: Float64Array,
  above: Float64Array,
  gap: number,
): string {
  return range(left + gap / 2, right, gap)
    .map((at) => {
      const row = nearest(times, x.invert(at));
      const [low, high] = [strip.y(below[row]!), strip.y(above[row]!)];
      return low - high < 0.5 ? '' : `M${at.toFixed(1)},${low.toFixed(1)}V${high.toFixed(1)}`;
    })
    .join('');
}
