import type { Lane, Quantity } from '../../src/model/contract';
import type { Result } from '../../src/model/types';

/** A small run with everything in it: a saw-tooth window, a threshold with a gap, a queue, events. */
export function sampleRun({ points = 61, scale = 1 } = {}): Result {
  const t = Array.from({ length: points }, (_, i) => (30 * i) / (points - 1));
  const cwnd = t.map((s) => scale * (s < 3 ? 10 + 60 * s : 120 + 12 * ((s - 3) % 9)));
  const column = (name: string, unit: string, meaning: string, quantity: Quantity, values: number[]) => ({
    name,
    unit,
    meaning,
    quantity,
    values: Float64Array.from(values),
  });
  return {
    experiment: 'sample',
    parameters: {},
    seed: 1,
    columns: [
      column('t', 's', 'time since the start', 'time', t),
      column('cwnd', 'segments', 'congestion window', 'cwnd', cwnd),
      column(
        'ssthresh',
        'segments',
        'slow-start threshold',
        'ssthresh',
        t.map((s) => (s < 3 ? NaN : 120 * scale)),
      ),
      column(
        'in_flight',
        'segments',
        'segments on their way',
        'inflight',
        cwnd.map((w) => Math.max(0, w - 6)),
      ),
      column(
        'queue',
        'packets',
        'packets waiting',
        'queue',
        cwnd.map((w) => Math.max(0, w - 130 * scale)),
      ),
      column(
        'throughput',
        'Mbit/s',
        'received per second',
        'throughput',
        t.map((s) => (s < 1 ? 4 : 9.5)),
      ),
    ],
    events: [
      { t: 3, kind: 'loss', text: '64 segments lost, cwnd 190 → 120' },
      { t: 12, kind: 'loss', text: '1 segment lost, cwnd 228 → 120' },
      { t: 21, kind: 'loss', text: '1 segment lost, cwnd 228 → 120' },
    ],
    summary: { goodput: { value: 9.4, unit: 'Mbit/s', label: 'Goodput' } },
    sentence: 'The window rises and falls three times.',
    commands: [{ title: 'See it', lines: ['ss -tin'] }],
  };
}

export const sampleLanes: Lane[] = [
  {
    id: 'cwnd',
    title: 'Window',
    unit: 'segments',
    series: ['cwnd', 'ssthresh', 'in_flight'],
    kind: 'line',
    handles: [],
  },
  { id: 'queue', title: 'Queue', unit: 'packets', series: ['queue'], kind: 'area', handles: [] },
  { id: 'throughput', title: 'Throughput', unit: 'Mbit/s', series: ['throughput'], kind: 'step', handles: [] },
];
