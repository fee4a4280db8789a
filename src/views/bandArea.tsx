import { area } from 'd3-shape';
import type { ReactNode } from 'react';
import type { Column, Table } from '../model/types';
import { inkOf } from './styles';
import { columnOf } from './tables';
import css from './views.module.css';

/** The lowest and the highest values of several runs that differ by chance, if the column has them. */
export function edgesOf({ band }: Column, table: Table): readonly [low: Float64Array, high: Float64Array] | undefined {
  const [low, high] = (band ?? []).map((name) => columnOf(table, name).values);
  return low?.some(Number.isFinite) && high ? [low, high] : undefined;
}

interface BandAreaProps {
  column: Column;
  table: Table;
  /** The values that it stands over. */
  across: ArrayLike<number>;
  x: (value: number) => number;
  y: (value: number) => number;
}

/** Where runs of the same setting lie, from the lowest to the highest: an area behind a curve. */
export function BandArea({ column, table, across, x, y }: BandAreaProps): ReactNode {
  const edges = edgesOf(column, table);
  if (!edges) return null;
  const [low, high] = edges;
  const rows = Array.from(low.keys()).filter((row) => low[row]! > 0 && high[row]! > 0);
  const shape = area<number>(
    (row) => x(across[row]!),
    (row) => y(low[row]!),
    (row) => y(high[row]!),
  ).digits(1);
  return (
    <path className={css.band} style={inkOf(column.quantity)} data-band={column.name} d={shape(rows) ?? undefined} />
  );
}
