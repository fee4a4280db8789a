import type { Result, StoredResult } from './types';

/** A result from a file in the form that views draw. */
export function unpack(stored: StoredResult): Result {
  return {
    ...stored,
    columns: stored.columns.map((column) => ({
      ...column,
      values: Float64Array.from(column.values, (value) => value ?? NaN),
    })),
  };
}
