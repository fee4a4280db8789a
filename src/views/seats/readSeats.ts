import { bisector, max, sum } from 'd3-array';
import type { SeatsSpec } from '../../model/contract';
import type { Column, Result } from '../../model/types';
import { columnOf, wordOf } from '../tables';

/** All that the picture draws, over time. */
export interface Scene {
  /** Of each belief, how many clients. */
  clients: Column[];
  halfOpen: Column;
  halfLimit: Column;
  queue: Column;
  seats: Column;
  application: Column;
  accepted: Column;
  /** Would a SYN be dropped now? */
  shut: Column;
  believed: Column;
  established: Column;
  syns: Column;
  acks: Column;
  overflows: Column;
  fullDrops: Column;
  cookies: Column;
}

export function readScene({ columns }: Pick<Result, 'columns'>, { clients }: SeatsSpec): Scene {
  const column = (name: string): Column => columnOf(columns, name);
  return {
    clients: clients.map(column),
    halfOpen: column('half_open'),
    halfLimit: column('half_limit'),
    queue: column('accept_queue'),
    seats: column('seats'),
    application: column('application'),
    accepted: column('accepted'),
    shut: column('shut'),
    believed: column('believed'),
    established: column('established'),
    syns: column('syns_dropped'),
    acks: column('acks_dropped'),
    overflows: column('overflows'),
    fullDrops: column('full_drops'),
    cookies: column('cookies'),
  };
}

/** A column's value in a row; where there is none, nobody. */
export const valueAt = ({ values }: Column, row: number): number => values[row] || 0;

export const mostOf = ({ values }: Column): number => Math.max(0, max(values) ?? 0);

/** How many clients there are, those who are yet to come included. */
export const crowdOf = ({ clients }: Scene): number => sum(clients, ({ values }) => values[0] || 0);

export const isFull = ({ queue, seats }: Scene, row: number): boolean =>
  valueAt(seats, row) > 0 && valueAt(queue, row) >= valueAt(seats, row);

/** Does it call accept()? And what is said of it. */
export const acceptsAt = ({ application }: Scene, row: number): boolean => valueAt(application, row) === 0;
export const sayApplication = ({ application }: Scene, row: number): string =>
  wordOf(application, valueAt(application, row));

/** The row of the sample that is nearest to `t`. */
export const nearest = (times: ArrayLike<number>, t: number): number =>
  bisector<number, number>((value) => value).center(times, t);

/** The moment that says most: when the queue is fullest, and the most clients wait; the last such one. */
export function fullest({ queue, clients }: Scene): number {
  const most = mostOf(queue);
  const [, queued, unknown, connecting] = clients;
  let [found, waiting] = [0, -1];
  for (const [row, length] of queue.values.entries()) {
    if (length < most) continue;
    const wait = sum([queued, unknown, connecting], (column) => (column ? valueAt(column, row) : 0));
    if (wait >= waiting) [found, waiting] = [row, wait];
  }
  return found;
}
