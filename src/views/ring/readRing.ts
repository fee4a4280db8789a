import type { RingSpec } from '../../model/contract';
import type { Result } from '../../model/types';
import { columnOf, tableOf } from '../tables';

/** A packet, in the order they leave; times in the unit of the run's first column. */
export interface Packet {
  queued: number;
  start: number;
  end: number;
  freed: number;
  size: number;
  flow: number;
}

export interface Packets {
  all: Packet[];
  flows: readonly string[];
  /** The first of the last flow: the one that the picture is about. */
  watched: Packet | undefined;
}

/** Where a packet is: not in the ring yet, in a descriptor, on the wire, sent but still holding its descriptor, gone. */
export type Where = 'above' | 'waiting' | 'wire' | 'sent' | 'gone';

export function whereIs({ queued, start, end, freed }: Packet, t: number): Where {
  if (t >= freed) return 'gone';
  if (t >= end) return 'sent';
  if (t >= start) return 'wire';
  return t >= queued ? 'waiting' : 'above';
}

export function readPackets(run: Result, spec: RingSpec): Packets {
  const table = tableOf(run, spec.packets);
  if (!table) return { all: [], flows: [], watched: undefined };
  const valuesOf = (name: string): Float64Array => columnOf(table, name).values;
  const queued = valuesOf('queued');
  const start = valuesOf('start');
  const end = valuesOf('end');
  const freed = valuesOf('freed');
  const size = valuesOf('size');
  const flow = columnOf(table, 'flow');
  const all = Array.from(queued, (_, i): Packet => ({
    queued: queued[i]!,
    start: start[i]!,
    end: end[i]!,
    freed: freed[i]!,
    size: size[i]!,
    flow: flow.values[i]!,
  }));
  const flows = flow.words ?? [];
  return { all, flows, watched: all.find((packet) => packet.flow === flows.length - 1) };
}
