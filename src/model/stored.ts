import type { StoredColumn } from './contract';
import type { Column, Result, StoredResult, Table } from './types';

/** Columns from a file in the form that views draw. */
export function unpackColumns(columns: readonly StoredColumn[]): Column[] {
  return columns.map((column) => ({ ...column, values: Float64Array.from(column.values, (value) => value ?? NaN) }));
}

const unpackTables = (tables: Record<string, StoredColumn[]>): Record<string, Table> =>
  Object.fromEntries(Object.entries(tables).map(([name, columns]) => [name, unpackColumns(columns)]));

/** A result from a file in the form that views draw. */
export function unpack({ columns, tables, still, ...head }: StoredResult): Result {
  return {
    ...head,
    columns: unpackColumns(columns),
    ...(tables && { tables: unpackTables(tables) }),
    ...(still && { still: { ...still, tables: unpackTables(still.tables) } }),
  };
}
