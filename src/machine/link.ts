/** What the path between the hosts does to packets. */
export interface Link {
  /** Of the line to the receiver, in Mbit/s. */
  rate: number;
  /** The round trip, in ms; all of it on the way back, as in the laboratory. */
  rtt: number;
  /** Of packets to the receiver, in %. */
  loss: number;
  qdisc: Qdisc;
  /** Of the queue before the line, in packets. */
  limit: number;
}

export const QDISCS = ['pfifo', 'codel', 'fq_codel', 'fq', 'cake'] as const;

export type Qdisc = (typeof QDISCS)[number];

/** What can be set, and in which steps. */
export const RANGES = {
  rate: { min: 1, max: 100, step: 1, unit: 'Mbit/s' },
  rtt: { min: 0, max: 300, step: 5, unit: 'ms' },
  loss: { min: 0, max: 10, step: 0.1, unit: '%' },
  limit: { min: 2, max: 1000, step: 1, unit: 'packets' },
} as const satisfies Partial<Record<keyof Link, { min: number; max: number; step: number; unit: string }>>;

export const FIRST: Link = { rate: 10, rtt: 40, loss: 0, qdisc: 'pfifo', limit: 100 };

/** A discipline instead of whatever is there; one of the same kind keeps its packets. */
const set = (device: string, words: string): string =>
  `tc qdisc replace dev ${device} ${words} 2>/dev/null || { tc qdisc del dev ${device} root; tc qdisc add dev ${device} ${words}; }`;

const remove = (device: string): string => `tc qdisc del dev ${device} root 2>/dev/null || :`;

/**
 * The commands for the router, the same that chapters print (`simulations/inflight/figure/commands.py`): `back` leads to
 * the sender, `out` to the receiver, and data pass `in` before.
 */
export function commandsOf({ rate, rtt, loss, qdisc, limit }: Link): string[] {
  const bottleneck =
    qdisc === 'cake'
      ? [set('out', `root handle 1: cake bandwidth ${rate}mbit memlimit ${limit * 1514}b`)]
      : [
          set('out', `root handle 1: tbf rate ${rate}mbit burst 4542 limit 100000000`),
          `tc qdisc replace dev out parent 1:1 ${qdisc} limit ${limit}`,
        ];
  return [
    rtt > 0 ? set('back', `root handle 2: netem delay ${rtt}ms limit 100000`) : remove('back'),
    ...bottleneck,
    loss > 0 ? set('in', `root handle 3: netem loss ${loss}% limit 100000`) : remove('in'),
  ];
}
