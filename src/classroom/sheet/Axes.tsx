import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import type { CurveColumn, Ends } from '../../model/contract';
import { formatValue } from '../../views/format';
import css from './Sheet.module.css';

interface AxesProps {
  column: CurveColumn & Ends;
  x: CurveColumn & Ends;
  /** Evenly spaced; none: it is to be drawn by hand. */
  values: readonly (number | null)[];
}

const SIZE = { width: 600, height: 200, left: 8, bottom: 8 };

/** Axes to draw in, or the curve that was drawn. */
export function Axes({ column, x, values }: AxesProps): ReactNode {
  const { width, height, left, bottom } = SIZE;
  const path = line<number | null>(
    (_, i) => left + ((width - left) * i) / (values.length - 1),
    (value) => (height - bottom) * (1 - (value! - column.from) / (column.to - column.from)),
  ).defined((value) => value !== null);
  const said = ({ label, from, to, unit }: CurveColumn & Ends): string =>
    `${label}: ${formatValue(from, unit)} … ${formatValue(to, unit)}`;
  return (
    <figure className={css.axes}>
      <figcaption>↑ {said(column)}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={column.label}>
        <path d={`M${left} 0V${height - bottom}H${width}`} />
        {values.length > 1 && <path d={path(values) ?? undefined} />}
      </svg>
      <figcaption>→ {said(x)}</figcaption>
    </figure>
  );
}
