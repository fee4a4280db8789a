import { bisector, range, sum } from 'd3-array';
import type { PoolSpec } from '../../model/contract';
import type { Column, Result, Table } from '../../model/types';
import { columnOf, tableOf, wordOf } from '../tables';

/** Ports that are drawn as one square. */
export interface Block {
  /** The number of its lowest port. */
  first: number;
  ports: number;
}

/** Blocks with a field of their own. */
export interface Group {
  name: string;
  blocks: Block[];
}

export interface Ports {
  groups: Group[];
  /** In the order they are drawn: the states, and what is free. */
  states: Column[];
  free: Column;
  refused: Column;
  /** Of each block of all groups, one after another, how many of its ports are in each state at the result's `row`. */
  heldAt: (row: number) => number[][];
}

/** Where it is not known which port is in which state, squares stand for the numbers alone. */
const SQUARES = 240;

const bisect = bisector<number, number>((value) => value);

/** The row of the sample that is nearest to `t`. */
export const nearest = (times: ArrayLike<number>, t: number): number => bisect.center(times, t);

/** How many ports there are. */
export const totalOf = (columns: readonly Column[]): number => sum(columns, ({ values }) => values[0] ?? 0);

export function readPorts(run: Result, spec: PoolSpec): Ports {
  const states = spec.columns.map((name) => columnOf(run.columns, name));
  const free = columnOf(run.columns, spec.free);
  const refused = columnOf(run.columns, spec.refused);
  const [table, blocks] = [tableOf(run, spec.table), tableOf(run, spec.blocks)];
  const times = run.columns[0]!.values;
  const known = table && blocks ? exactly(table, blocks, spec.columns, times) : inOrder(states, free);
  return { states, free, refused, ...known };
}

/** Each block as the run has noted it. */
function exactly(
  table: Table,
  blocks: Table,
  names: readonly string[],
  times: Float64Array,
): Pick<Ports, 'groups' | 'heldAt'> {
  const group = columnOf(blocks, 'group');
  const [first, ports] = [columnOf(blocks, 'first').values, columnOf(blocks, 'ports').values];
  const groups = new Map<string, Group>();
  // Blocks are numbered through all groups: a group's come one after another.
  for (const [block, word] of group.values.entries()) {
    const name = wordOf(group, word);
    if (!groups.has(name)) groups.set(name, { name, blocks: [] });
    groups.get(name)!.blocks.push({ first: first[block]!, ports: ports[block]! });
  }
  const [at, of] = [columnOf(table, 't').values, columnOf(table, 'block').values];
  const counts = names.map((name) => columnOf(table, name).values);
  const rows: number[][] = range(ports.length).map(() => []);
  for (const [row, block] of of.entries()) rows[block]?.push(row);
  const since = rows.map((own) => own.map((row) => at[row]!));
  const heldAt = (row: number): number[][] => {
    const t = times[row] ?? 0;
    return rows.map((own, block) => {
      const last = own[bisect.right(since[block]!, t) - 1];
      return counts.map((values) => (last === undefined ? 0 : values[last]!));
    });
  };
  return { groups: [...groups.values()], heldAt };
}

/** One state after the other: how many, not which. */
function inOrder(states: readonly Column[], free: Column): Pick<Ports, 'groups' | 'heldAt'> {
  const total = totalOf([...states, free]);
  const squares = Math.min(SQUARES, total);
  const edge = (square: number): number => Math.round((square * total) / squares);
  const blocks = range(squares).map((square) => ({ first: NaN, ports: edge(square + 1) - edge(square) }));
  const heldAt = (row: number): number[][] => {
    const left = states.map(({ values }) => values[row] ?? 0);
    return blocks.map(({ ports }) => {
      let room = ports;
      return left.map((count, state) => {
        const taken = Math.min(count, room);
        room -= taken;
        left[state]! -= taken;
        return taken;
      });
    });
  };
  return { groups: [{ name: '', blocks }], heldAt };
}
