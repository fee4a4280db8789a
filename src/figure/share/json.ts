import type { StoredColumn } from '../../model/contract';
import type { Column, Result } from '../../model/types';

const store = (columns: readonly Column[]): StoredColumn[] =>
  columns.map((column) => ({ ...column, values: Array.from(column.values, (v) => (Number.isNaN(v) ? null : v)) }));

/** A run as `inflight run ID --json` prints it. */
export function toJson({ experiment, parameters, seed, columns, tables = {}, ...rest }: Result): string {
  const { events, summary, sentence, commands } = rest;
  const stored = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, store(table)]));
  const head = { experiment, parameters, seed, columns: store(columns), tables: stored };
  return JSON.stringify({ ...head, events, summary, sentence, commands });
}
