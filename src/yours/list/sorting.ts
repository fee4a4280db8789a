import type { ConnectionRow } from '../../model/contract';

export type Order = 'data' | 'duration' | 'resent' | 'start';

const WEIGHTS: Record<Order, (row: ConnectionRow) => number> = {
  data: ({ bytes }) => -bytes.reduce((sum, each) => sum + each, 0),
  duration: ({ seconds }) => -seconds,
  resent: ({ resent }) => -resent,
  start: ({ start }) => start,
};

/** What is most, or was first, first; what is alike keeps its order. */
export const sorted = (rows: readonly ConnectionRow[], order: Order): ConnectionRow[] =>
  [...rows].sort((a, b) => WEIGHTS[order](a) - WEIGHTS[order](b));

/** The same connection in the other file. */
export const twinOf = (row: ConnectionRow, rows: readonly ConnectionRow[]): ConnectionRow | undefined =>
  rows.find(
    ({ id, file, client, server }) =>
      id !== row.id && file !== row.file && client === row.client && server === row.server,
  );
