import type { Experiment, StoredColumn } from '../../../model/contract';
import type { StoredResult } from '../../../model/types';
import { isPipe } from '../../../model/views';
import { FALLING, standingTime } from '../../../views/pipe/timing';
import { shorten } from './decimate';

type Tables = Record<string, StoredColumn[]>;

/** More packets than this at one moment are no picture. */
const MOST = 400;

const valuesOf = (table: StoredColumn[], name: string): (number | null)[] =>
  table.find((column) => column.name === name)?.values ?? [];

/** The rows of a table that are on their way from `t` to `until`: between `sent` and `arrived`, or falling out of the queue. */
function alive(table: StoredColumn[], t: number, until: number, falling: number): StoredColumn[] {
  const sent = valuesOf(table, 'sent');
  const arrived = valuesOf(table, 'arrived');
  const rows = sent
    .map((_, row) => row)
    .filter((row) => sent[row]! <= until && (arrived[row] ?? sent[row]! + falling) >= t);
  const number = { name: 'number', unit: '', meaning: 'counted from 1', quantity: 'sequence' as const };
  return [
    { ...number, values: rows.map((row) => row + 1) },
    ...table.map((column) => ({ ...column, values: rows.map((row) => shorten(column.values[row]!)) })),
  ];
}

/** Round trips that the pipe plays by itself, before any Python runs. */
const TRIPS = 2;

/** What the pipe shows until it is played, and what it plays by itself, where that is not too much. */
export function stillOf(
  { views }: Experiment,
  tables: Tables,
  { columns, parameters }: Omit<StoredResult, 'tables'>,
): StoredResult['still'] {
  const pipe = views.find(isPipe);
  const packets = pipe && tables[pipe.packets];
  const acks = pipe && tables[pipe.acks];
  if (!packets || !acks) return undefined;
  const rtt = Number(parameters[pipe.rtt]) / 1000;
  const [sent, arrived] = [valuesOf(packets, 'sent').map(Number), valuesOf(packets, 'arrived')];
  const t = standingTime({ sent, lost: (row) => arrived[row] === null }, columns[0]?.values.at(-1) ?? 0, rtt);
  const at = (until: number): Tables => ({
    [pipe.packets]: alive(packets, t, until, FALLING * rtt),
    [pipe.acks]: alive(acks, t, until, 0),
  });
  const moving = { until: t + TRIPS * rtt, tables: at(t + TRIPS * rtt) };
  const isMuch = Object.values(moving.tables).some((table) => table[0]!.values.length > MOST);
  return { t, ...(isMuch ? { until: t, tables: at(t) } : moving) };
}
