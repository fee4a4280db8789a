import type { ColumnHead, SentHead } from '../model/contract';
import type { Column, Result } from '../model/types';
import type { SentResult } from './messages';

/** A result as the page draws it. */
export function toResult({ head, columns, tables }: SentResult): Result {
  const rest = JSON.parse(head) as SentHead;
  const values = new Map(columns);
  const cells = new Map(tables.map(([table, name, array]) => [`${table} ${name}`, array]));
  const filled = (heads: ColumnHead[], find: (name: string) => Float64Array | undefined): Column[] =>
    heads.map((column) => ({ ...column, values: find(column.name) ?? new Float64Array() }));
  const whole = Object.entries(rest.tables).map(
    ([table, heads]) => [table, filled(heads, (name) => cells.get(`${table} ${name}`))] as const,
  );
  return {
    ...rest,
    columns: filled(rest.columns, (name) => values.get(name)),
    tables: Object.fromEntries(whole),
  };
}
