import type { CountWord } from './lanes/marks';
import { spoken } from './text';
import { ENGLISH_SEATS, type SeatsWords } from './seats/words';

/** The words that stand in pictures; the page gives them in its language. */
export interface Words {
  /** The word at a curve, from the column's name. */
  column: (name: string) => string;
  /** "3 losses" */
  count: CountWord;
  sender: string;
  receiver: string;
  client: string;
  server: string;
  queue: string;
  sendBuffer: string;
  data: string;
  again: string;
  /** Bytes that have left the sender. */
  sent: string;
  ack: string;
  window: string;
  /** Where the window's edge lies above the picture. */
  windowBeyond: string;
  sack: string;
  dropped: string;
  lost: string;
  /** After the first of several: "+ 3 more". */
  more: (count: number) => string;
  /** Where only so many are known. */
  firstPackets: (count: number) => string;
  /** What of an exchange did not fit into the picture. */
  moreUntil: (count: number, end: string) => string;
  /** A stretch of time that is drawn shorter than it is. */
  silence: (duration: string) => string;
  /** "sender: Recovery since 3.2 s" */
  since: (side: string, state: string, start: string) => string;
  /** The y axis of a distribution. */
  shareBelow: string;
  howMany: string;
  /** Behind the title of an axis in powers of ten. */
  logScale: string;
  /** Behind the title of an axis on which long pauses are drawn short. */
  notToScale: string;
  /** "17 of 25 slots" */
  slots: (taken: string, all: string) => string;
  /** Of a ring: how many packets leave before the one that is watched; "127 ahead". */
  ahead: (count: string) => string;
  /** Packets that wait in the discipline, "+ 12 above it". */
  aboveRing: (count: string) => string;
  wire: string;
  /** Where the watched packet is, once it has left the ring. */
  onWire: string;
  gone: string;
  /** A descriptor whose packet has been sent; the driver does not know it yet. */
  sentNotFreed: string;
  /** "limit 25 packets" */
  limit: (limit: string) => string;
  /** Of a queue among others: "87 of 92 packets". */
  level: (taken: string, all: string) => string;
  droppedSoFar: (count: string) => string;
  /** How often it made the one before it wait. */
  heldBack: (count: string) => string;
  /** Packets do not come to it. */
  passedBy: string;
  howFull: string;
  /** Of a packet and its answer: how they travel, and where the answer would go. */
  wayIn: string;
  wayBack: string;
  wayAsked: string;
  /** "full 12 % of the time" */
  full: (share: string) => string;
  /** Of a field of ports: how many a square stands for. */
  square: (ports: string) => string;
  /** Of many seeds, where eight in ten lie: "10 seeds, p10–p90". */
  seeds: (count: number) => string;
  /** In a field: where the controls stand. */
  yourPoint: string;
  /** Of a listening socket. */
  seats: SeatsWords;
  /** Where there is nothing to draw. */
  nothing: string;
}

/** For tests, and as the words that are translated. */
export const ENGLISH: Words = {
  column: (name) => (name === 'inflight' ? 'in flight' : spoken(name)),
  count: (count) => `${count} events`,
  sender: 'sender',
  receiver: 'receiver',
  client: 'client',
  server: 'server',
  queue: 'queue',
  sendBuffer: 'send buffer',
  data: 'data',
  again: 'sent again',
  sent: 'sent',
  ack: 'acknowledged',
  window: 'window',
  windowBeyond: 'window beyond',
  sack: 'SACK',
  dropped: 'dropped',
  lost: 'lost',
  more: (count) => `+ ${count} more`,
  firstPackets: (count) => `the first ${count} packets`,
  moreUntil: (count, end) => `and ${count} more until ${end}`,
  silence: (duration) => `nothing for ${duration}`,
  since: (side, state, start) => `${side}: ${state} since ${start}`,
  shareBelow: 'share below',
  howMany: 'how many',
  logScale: 'log scale',
  notToScale: 'not to scale',
  slots: (taken, all) => `${taken} of ${all} slots`,
  ahead: (count) => `${count} ahead`,
  aboveRing: (count) => `+ ${count} above it`,
  wire: 'wire',
  onWire: 'on the wire',
  gone: 'it has left',
  sentNotFreed: 'sent, not freed yet',
  limit: (limit) => `limit ${limit}`,
  level: (taken, all) => `${taken} of ${all} packets`,
  droppedSoFar: (count) => `${count} dropped`,
  heldBack: (count) => `stopped others ${count}×`,
  passedBy: 'not on the way',
  howFull: 'How full, over time',
  wayIn: 'the way in',
  wayBack: 'the way back',
  wayAsked: 'where an answer would go',
  full: (share) => `full ${share} of the time`,
  square: (ports) => `a square is ${ports} ports`,
  seeds: (count) => `${count} seeds, p10–p90`,
  yourPoint: 'your path',
  seats: ENGLISH_SEATS,
  nothing: 'Nothing to draw in this run.',
};

/** The name of a host: what the model calls it, where the page has no word for it. */
export function hostName(name: string, words: Words): string {
  const known: Record<string, string> = {
    sender: words.sender,
    receiver: words.receiver,
    client: words.client,
    server: words.server,
  };
  return known[name] ?? name;
}
