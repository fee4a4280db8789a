import type { Quantity } from '../../src/model/contract';
import type { Column, Result, Table } from '../../src/model/types';

/** Numbers in [0, 1) that look like chance and are the same everywhere (Lehmer, minimal standard). */
export function lcg(seed: number): () => number {
  let state = (seed * 7919) % 2147483647;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

export const columnFrom = (
  name: string,
  unit: string,
  quantity: Quantity,
  values: readonly number[],
  words?: string[],
): Column => ({
  name,
  unit,
  meaning: name.replaceAll('_', ' '),
  quantity,
  values: Float64Array.from(values),
  ...(words && { words }),
});

export const runWith = (columns: Column[], tables: Record<string, Table> = {}): Result => ({
  experiment: 'sample',
  parameters: {},
  seed: 1,
  columns,
  tables,
  events: [],
  summary: {},
  sentence: '',
  commands: [],
});
