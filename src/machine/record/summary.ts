import type { FlowSample, FlowsSample, QueueSample } from './samples';
import type { FlowSummary, Recording, Scenario, Series } from './scenario';

/** How long a flow may take to get going before its numbers count, as in the laboratory, in s. */
const MOST_WARM = 5;

/** What cwnd may grow by between two looks so that they say where it got to. */
const CLOSE = 0.1;

interface Moment extends FlowSample {
  t: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Over their time, as looks are closer together at the start: each value holds until the next look. */
function meanOver(moments: readonly Moment[], value: (moment: Moment) => number): number {
  const held = moments.slice(1).map(({ t }, index) => ({ value: value(moments[index]!), time: t - moments[index]!.t }));
  return held.reduce((sum, each) => sum + each.value * each.time, 0) / (moments.at(-1)!.t - moments[0]!.t);
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const rounded = (value: number, places: number): number => Number(value.toFixed(places));

/** The ports of the `count` connections that sent most; iperf3 has one more, to talk to its server. */
function portsOf(samples: readonly FlowsSample[], count: number): number[] {
  const most = new Map<number, number>();
  for (const { flows } of samples) for (const { port, acked } of flows) most.set(port, acked);
  return [...most]
    .sort(([, one], [, other]) => other - one)
    .slice(0, count)
    .map(([port]) => port)
    .sort((one, other) => one - other);
}

/** When its ssthresh was lowered below cwnd. HyStart, which ends slow start before there is a loss, sets it to cwnd. */
function eventsOf(moments: readonly Moment[]): FlowSummary['events'] {
  return moments.slice(1).flatMap(({ t, ssthresh }, index) => {
    const before = moments[index]!;
    return ssthresh !== null && ssthresh !== before.ssthresh && ssthresh < before.cwnd
      ? [[t, 'recovery', before.cwnd, ssthresh] as [number, string, number, number]]
      : [];
  });
}

/** Where slow start ended, if the looks at it were close enough to tell: with HyStart in ssthresh, otherwise in cwnd. */
function peakOf(moments: readonly Moment[]): number | undefined {
  const end = moments.findIndex(({ ssthresh }) => ssthresh !== null);
  const [before, last, after] = moments.slice(end - 2, end + 1);
  if (end < 2 || !before || !last || !after) return undefined;
  if (after.ssthresh! >= last.cwnd) return after.ssthresh!;
  return last.cwnd - before.cwnd <= CLOSE * last.cwnd ? last.cwnd : undefined;
}

function summaryOf(cc: string, moments: readonly Moment[], warm: number): FlowSummary {
  const inside = moments.filter(({ t }) => t >= warm);
  const [first, last] = [inside[0]!, inside.at(-1)!];
  const events = eventsOf(moments);
  const later = events.filter(([t]) => t >= first.t);
  const peak = peakOf(moments);
  return {
    cc,
    total_retrans: moments.at(-1)!.retrans,
    window_s: [first.t, last.t],
    goodput_mbit: rounded(((last.acked - first.acked) * 8e-6) / (last.t - first.t), 4),
    cwnd: {
      mean: rounded(
        meanOver(inside, ({ cwnd }) => cwnd),
        1,
      ),
    },
    srtt_ms: {
      mean: rounded(
        meanOver(inside, ({ srtt }) => srtt),
        2,
      ),
      p50: median(inside.map(({ srtt }) => srtt)),
    },
    events,
    ...(later.length > 1 && {
      cwnd_at_loss_mean: rounded(mean(later.map(([, , cwnd]) => cwnd)), 1),
      loss_period_s: rounded((later.at(-1)![0] - later[0]![0]) / (later.length - 1), 3),
    }),
    ...(peak !== undefined && { slow_start_peak_cwnd: peak }),
  };
}

/** What was sampled, as a recording. Its time begins when the first flow had something to send. */
export function recordingOf(
  kernel: string,
  scenario: Scenario,
  samples: readonly FlowsSample[],
  queues: readonly QueueSample[],
): Recording {
  const ports = portsOf(samples, scenario.flows.length);
  const first = samples.find(({ flows }) => flows.some(({ port, acked }) => port === ports[0] && acked > 0));
  if (!first || ports.length < scenario.flows.length) throw new Error('No connection was seen.');
  const { busy } = first.flows.find(({ port }) => port === ports[0])!;
  const timeOf = ({ now }: { now: number }): number => rounded((now - first.now) / 1e9 + busy / 1000, 3);
  const isInside = (t: number): boolean => t >= 0 && t <= scenario.duration;

  const all = ports.map((wanted) =>
    samples.flatMap((sample): Moment[] => {
      const t = timeOf(sample);
      const flow = sample.flows.find(({ port }) => port === wanted);
      return flow && isInside(t) ? [{ ...flow, t }] : [];
    }),
  );
  const waiting = queues.map((sample) => ({ ...sample, t: timeOf(sample) })).filter(({ t }) => isInside(t));
  const { warm = Math.min(MOST_WARM, scenario.duration / 6) } = scenario;
  const [lead] = all as [Moment[]];
  const column = (value: (moment: Moment) => number | null): (number | null)[] => lead.map(value);
  const series: Series = {
    t: column(({ t }) => t),
    q: column(({ t }) => waiting.filter((each) => each.t <= t).at(-1)?.queue ?? 0),
    cwnd: column(({ cwnd }) => cwnd),
    ssthresh: column(({ ssthresh }) => ssthresh),
    srtt: column(({ srtt }) => srtt),
    unacked: column(({ unacked }) => unacked),
    acked: column(({ acked }) => acked / 1000),
  };
  if (all.length > 1) {
    all.forEach((moments, number) => {
      series[`f${number}_acked`] = column(({ t }) => (moments.filter((each) => each.t <= t).at(-1)?.acked ?? 0) / 1000);
    });
  }
  return {
    kernel,
    scenario,
    series,
    stride: 1,
    constant: {},
    summary: {
      flows: all.map((moments, number) => summaryOf(scenario.flows[number]!.cc, moments, warm)),
      bottleneck: {
        qlen: { mean: rounded(mean(waiting.filter(({ t }) => t >= warm).map(({ queue }) => queue)), 1) },
        drops_total: waiting.at(-1)?.drops ?? 0,
      },
    },
  };
}
