import type { ReactNode } from 'react';
import type { Layout } from './layoutDistribution';
import css from '../views.module.css';

/** A rule at each percentile, led to its words above the plot; `dots` mark where it meets the curve. */
export function Percentiles({ layout, dots }: { layout: Layout; dots: boolean }): ReactNode {
  const { percentiles, top, bottom, narrow, y } = layout;
  const words = top - 13;
  return percentiles.map(({ name, text, percent, x, labelX }) => (
    <g key={name}>
      <path className={css.percentile} d={`M${labelX},${words + 4}L${x + 0.5},${top - 1}V${bottom}`} />
      {dots && <circle className={css.point} cx={x + 0.5} cy={y(percent / 100).toFixed(1)} r={3.5} />}
      <text className={css.label} x={labelX} y={words} textAnchor="middle">
        {narrow ? (
          <>
            <tspan className={css.unit} x={labelX} dy={-13}>
              {name}
            </tspan>
            <tspan x={labelX} dy={13}>
              {text}
            </tspan>
          </>
        ) : (
          <>
            <tspan className={css.unit}>{name}</tspan>
            {`  ${text}`}
          </>
        )}
      </text>
    </g>
  ));
}
