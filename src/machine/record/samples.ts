/** What `ss` and `tc -s` print, as numbers. */

/** A connection at a moment, from a line of `ss -tinOH`. */
export interface FlowSample {
  port: number;
  cwnd: number;
  /** null: infinite. */
  ssthresh: number | null;
  /** ms. */
  srtt: number;
  unacked: number;
  /** Bytes. */
  acked: number;
  /** Segments sent again, in all. */
  retrans: number;
  /** How long it has had something to send, ms. */
  busy: number;
}

/** The sender’s connections at a moment. `now` is the machine’s time in ns. */
export interface FlowsSample {
  now: number;
  flows: FlowSample[];
}

/** The router’s queue at a moment, in packets, and what it has dropped so far. */
export interface QueueSample {
  now: number;
  queue: number;
  drops: number;
}

const numberAfter = (text: string, before: RegExp): number | undefined => {
  const [, found] = new RegExp(`${before.source}(\\d+(?:\\.\\d+)?)`).exec(text) ?? [];
  return found === undefined ? undefined : Number(found);
};

function flowIn(line: string): FlowSample | undefined {
  const [, port] = /^\S+\s+\d+\s+\d+\s+\S+:(\d+)\s/.exec(line) ?? [];
  const cwnd = numberAfter(line, /\bcwnd:/);
  if (!port || cwnd === undefined) return undefined;
  return {
    port: Number(port),
    cwnd,
    ssthresh: numberAfter(line, /\bssthresh:/) ?? null,
    srtt: numberAfter(line, /\brtt:/) ?? 0,
    unacked: numberAfter(line, /\bunacked:/) ?? 0,
    acked: numberAfter(line, /\bbytes_acked:/) ?? 0,
    retrans: numberAfter(line, /\bretrans:\d+\//) ?? 0,
    busy: numberAfter(line, /\bbusy:/) ?? 0,
  };
}

/** From what `ss -tinOH` printed. */
export const flowsIn = (printed: string): FlowSample[] =>
  printed
    .split('\n')
    .map(flowIn)
    .filter((flow) => flow !== undefined);

/** From what `tc -s qdisc show dev out` printed. The last discipline is the one that holds the queue. */
export function queueIn(printed: string): Omit<QueueSample, 'now'> {
  const last = (word: string): string => printed.slice(printed.lastIndexOf(word));
  return {
    queue: numberAfter(last('backlog'), /backlog \S+ /) ?? 0,
    drops: numberAfter(last('dropped'), /dropped /) ?? 0,
  };
}
