import type { PipeSpec } from '../../model/contract';
import type { Result, Table } from '../../model/types';
import type { PipeLayout } from './layoutPipe';
import { type Buffer, bufferAt, type Levels, levelsAt } from './levels';
import { standingTime } from './timing';
import { ackTrack, type AckTrack, packetTrack, type PacketTrack } from './track';

/** All that is in the pipe at one time. */
export interface Moment {
  t: number;
  buffer: Buffer | undefined;
  /** Packets one by one, or, where the run does not have them, levels. */
  content: { kind: 'packets'; packets: PacketTrack; acks: AckTrack | undefined } | { kind: 'levels'; levels: Levels };
}

type Pictured = Pick<Result, 'columns' | 'tables' | 'still'>;

/** As wide as a rounding error: a still is of these times and no others. */
const SAME = 1e-9;

function tablesAt({ tables, still }: Pictured, spec: PipeSpec, t: number): Record<string, Table> | undefined {
  const packets = tables?.[spec.packets];
  if (packets) return t <= packetTrack(packets).until ? tables : undefined;
  return still && t > still.t - SAME && t < still.until + SAME ? still.tables : undefined;
}

/** What the pipe shows at `t`. */
export function momentAt(run: Pictured, spec: PipeSpec, layout: PipeLayout, t: number): Moment {
  const buffer = bufferAt(run, spec, layout, t);
  const tables = tablesAt(run, spec, t);
  const packets = tables?.[spec.packets];
  if (!packets) return { t, buffer, content: { kind: 'levels', levels: levelsAt(run, spec, layout, t) } };
  const acks = tables[spec.acks];
  return { t, buffer, content: { kind: 'packets', packets: packetTrack(packets), acks: acks && ackTrack(acks) } };
}

/** When a run ends, s. */
export const endOf = ({ columns }: Pick<Result, 'columns'>): number => columns[0]?.values.at(-1) ?? 0;

/** Where the pipe stands while nobody moves the clock. */
export function restOf(run: Pictured, spec: PipeSpec, layout: PipeLayout): number {
  if (run.still) return run.still.t;
  const packets = run.tables?.[spec.packets];
  // A run under way stands where it has come to.
  if (!packets) return endOf(run);
  const { sent, left } = packetTrack(packets);
  return standingTime({ sent, lost: (row) => Number.isNaN(left[row]!) }, endOf(run), layout.rtt);
}
