import type { Column, Result, StoredResult } from './types';

/** Columns from a file in the form that views draw. */
export function unpackColumns(columns: StoredResult['columns']): Column[] {
  return columns.map((column) => ({ ...column, values: Float64Array.from(column.values, (value) => value ?? NaN) }));
}

/** A result from a file in the form that views draw. */
export function unpack(stored: StoredResult): Result {
  return { ...stored, columns: unpackColumns(stored.columns) };
}
