import type { BarsSpec } from '../../model/contract';
import type { Column, Result } from '../../model/types';
import { formatValue } from '../format';
import { columnOf, tableOf, wordOf } from '../tables';
import type { DrawInput, OverlayRole } from '../view';

export interface Row {
  label: string;
  value: number;
  text: string;
  /** The row of the same label in other runs. */
  others: { role: OverlayRole; value: number }[];
}

const labelOf = (column: Column, row: number): string =>
  column.words ? wordOf(column, column.values[row]!) : formatValue(column.values[row]!, column.unit);

/** The rows of a table, each with what it was in the other runs. */
export function rowsOf({ spec, run, overlays }: DrawInput<BarsSpec>): Row[] {
  const read = (of: Pick<Result, 'tables'>): Omit<Row, 'others'>[] => {
    const table = tableOf(of, spec.table) ?? [];
    const labels = columnOf(table, spec.label);
    const { values, unit } = columnOf(table, spec.value);
    return Array.from(values, (value, i) => ({ label: labelOf(labels, i), value, text: formatValue(value, unit) }));
  };
  const others = overlays.map(({ role, run: other }) => ({ role, rows: read(other) }));
  return read(run).map((row) => ({
    ...row,
    others: others.flatMap(({ role, rows }) => {
      const same = rows.find(({ label }) => label === row.label);
      return same && Number.isFinite(same.value) ? [{ role, value: same.value }] : [];
    }),
  }));
}
