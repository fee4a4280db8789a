import { bisectRight, bisector } from 'd3-array';
import type { AckTrack, PacketTrack } from './track';

/** Something that happens to a packet or an ACK. */
export interface Step {
  t: number;
  kind: 'sent' | 'left' | 'arrived' | 'acked';
  /** Of the packet; of the ACK for `acked`. */
  row: number;
}

/** Times that differ by less are one moment. */
const SAME = 1e-9;

const byTime = new WeakMap<PacketTrack, Step[]>();

/** All packets in the order they were sent: the model is told of a burst a little out of order. */
function departures(track: PacketTrack): Step[] {
  let steps = byTime.get(track);
  if (!steps) {
    steps = [...track.sent].map((t, row): Step => ({ t, kind: 'sent', row })).sort((a, b) => a.t - b.t);
    byTime.set(track, steps);
  }
  return steps;
}

const { right: firstAfter } = bisector((step: Step) => step.t);

/** The first that happens after `t`; of packets that are sent at once, the last. */
export function nextStep(packets: PacketTrack, acks: AckTrack | undefined, t: number): Step | undefined {
  const after = t + SAME;
  const { passing } = packets;
  const sent = departures(packets);
  const leaving = bisectRight(passing.from, after);
  const arriving = bisectRight(passing.to, after);
  const acked = acks ? bisectRight(acks.ways.to, after) : 0;
  const candidates: (Step | undefined)[] = [
    sent[firstAfter(sent, after)],
    stepAt('left', passing.rows, passing.from, leaving),
    stepAt('arrived', passing.rows, passing.to, arriving),
    acks && stepAt('acked', acks.ways.rows, acks.ways.to, acked),
  ];
  const next = candidates.reduce((first, step) => (step && (!first || step.t < first.t) ? step : first), undefined);
  return next?.kind === 'sent' ? sent[firstAfter(sent, next.t + SAME) - 1] : next;
}

function stepAt(kind: Step['kind'], rows: Int32Array, times: Float64Array, place: number): Step | undefined {
  return place < rows.length ? { t: times[place]!, kind, row: rows[place]! } : undefined;
}

/** The packet that left the sender last. */
export function justLeft(packets: PacketTrack, t: number): number | undefined {
  const sent = departures(packets);
  return sent[firstAfter(sent, t + SAME) - 1]?.row;
}
