import type { Column, FiledColumn, Result, StoredResult, Table } from './types';

function valuesOf({ values, places }: Pick<FiledColumn, 'values' | 'places'>): Float64Array {
  if (places === undefined) return Float64Array.from(values, (value) => value ?? NaN);
  let sum = 0;
  return Float64Array.from(values, (step) => (step === null ? NaN : (sum += step) / 10 ** places));
}

/** Columns from a file in the form that views draw. */
export function unpackColumns(columns: readonly FiledColumn[]): Column[] {
  return columns.map(({ values, places, ...head }) => ({ ...head, values: valuesOf({ values, places }) }));
}

const unpackTables = (tables: Record<string, FiledColumn[]>): Record<string, Table> =>
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
