/** What is to be recorded, as recordings of the laboratory say it (`tests/kernel/README.md`, kind `bulk`). */
export interface Scenario {
  name: string;
  kind: 'bulk';
  family: string;
  duration: number;
  /** After how many seconds its numbers count. */
  warm?: number;
  net: {
    senders: [{ rtt_ms: number }];
    /** The rate of the line and its queue; or what is both. */
    bottleneck: { rate_mbit: number; qdisc?: string } | { root: string };
    loss?: number;
    sysctl?: Record<string, Record<string, string>>;
  };
  flows: { cc: string; sndbuf?: number; rcvbuf?: number }[];
}

/** Numbers over time, as a recording has them. */
export type Series = Record<string, (number | null)[]>;

/** A recording, as `inflight compare` reads it. */
export interface Recording {
  kernel: string;
  scenario: Scenario;
  series: Series;
  stride: number;
  constant: Record<string, never>;
  summary: { flows: FlowSummary[]; bottleneck: QueueSummary };
}

export interface FlowSummary {
  cc: string;
  total_retrans: number;
  window_s: [number, number];
  goodput_mbit: number;
  cwnd: { mean: number };
  srtt_ms: { mean: number; p50: number };
  /** Time, what happened, cwnd before, ssthresh after. */
  events: [number, string, number, number][];
  cwnd_at_loss_mean?: number;
  loss_period_s?: number;
  slow_start_peak_cwnd?: number;
}

export interface QueueSummary {
  qlen: { mean: number };
  drops_total: number;
}
