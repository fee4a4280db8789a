import type { Column, Result, Table } from '../../model/types';
import { columnOf, wordOf } from '../tables';

/** A queue among others. */
export interface Station {
  name: string;
  side: string;
  /** What bounds it, and where to see what it counts. */
  bound: string;
  counter: string;
  /** The id of a page of the book. */
  chapter: string;
  /** NaN: packets pass it by. */
  limit: number;
  /** Does it drop what does not fit? Else it stops the one before it. */
  drops: boolean;
  /** Over time. */
  level: Column;
  count: Column;
}

/** Rows of the table, in the order a packet meets them. */
export function readStations(table: Table, run: Pick<Result, 'columns'>): Station[] {
  const words = (name: string): string[] => {
    const column = columnOf(table, name);
    return Array.from(column.values, (value) => wordOf(column, value));
  };
  const [names, sides, bounds, counters, chapters] = ['place', 'side', 'bound', 'counter', 'chapter'].map(words);
  const [levels, counts] = ['level', 'count'].map(words);
  const [limits, drops] = ['limit', 'drops'].map((name) => columnOf(table, name).values);
  return names!.map((name, row) => ({
    name,
    side: sides![row]!,
    bound: bounds![row]!,
    counter: counters![row]!,
    chapter: chapters![row]!,
    limit: limits![row] ?? NaN,
    drops: drops![row] === 1,
    level: columnOf(run.columns, levels![row]!),
    count: columnOf(run.columns, counts![row]!),
  }));
}

/** How full it is, 0 to 1. */
export const shareOf = ({ limit }: Station, level: number): number =>
  limit > 0 && level > 0 ? Math.min(1, level / limit) : 0;
