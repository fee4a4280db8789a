import { max } from 'd3-array';
import { scaleBand, scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import css from './Histogram.module.css';

interface HistogramProps {
  /** How many in each tenth. */
  bins: readonly number[];
  /** What it shows, with its numbers in words: for those who don't see it. */
  title: string;
  /** Below its left and its right end. */
  from: string;
  to: string;
  /** px */
  height: number;
  /** Counts above the bars. */
  withCounts?: boolean;
}

const WIDTH = 240;
const FOOT = 15;

/** Bars for how many have how much. */
export function Histogram({ bins, title, from, to, height, withCounts = false }: HistogramProps): ReactNode {
  const top = withCounts ? 13 : 2;
  const bottom = height - FOOT;
  const x = scaleBand(
    bins.map((_, bin) => bin),
    [0, WIDTH],
  ).padding(0.12);
  const y = scaleLinear([0, Math.max(1, max(bins) ?? 1)], [bottom, top]);
  return (
    <svg className={css.histogram} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={title}>
      {bins.map((count, bin) => (
        <g key={bin}>
          {count > 0 && (
            <rect
              className={css.bar}
              x={x(bin)}
              y={Math.min(y(count), bottom - 1.5)}
              width={x.bandwidth()}
              height={Math.max(bottom - y(count), 1.5)}
              rx={1.5}
            />
          )}
          {withCounts && count > 0 && (
            <text className={css.count} x={x(bin)! + x.bandwidth() / 2} y={y(count) - 3} textAnchor="middle">
              {count}
            </text>
          )}
        </g>
      ))}
      <line className={css.base} x1={0} x2={WIDTH} y1={bottom + 0.5} y2={bottom + 0.5} />
      <text className={css.end} x={0} y={height - 3}>
        {from}
      </text>
      <text className={css.end} x={WIDTH} y={height - 3} textAnchor="end">
        {to}
      </text>
    </svg>
  );
}
