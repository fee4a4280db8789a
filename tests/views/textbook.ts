import type { Lane } from '../../src/model/contract';
import type { Result } from '../../src/model/types';

const cwnd = [1, 2, 4, 8, 16, 17, 18, 19, 20, 21, 22, 23, 24, 1, 2, 4, 8, 12, 13, 14, 15, 16, 8, 9, 10, 11, 12];

/** The classic figure: a `points` lane over rounds, with its five numbered points. */
export const textbookRun: Result = {
  experiment: 'textbook-trace',
  parameters: {},
  seed: 1,
  columns: [
    {
      name: 'round',
      unit: 'rounds',
      meaning: 'transmission round',
      quantity: 'time',
      values: Float64Array.from(cwnd.keys()),
    },
    { name: 'cwnd', unit: 'segments', meaning: 'congestion window', quantity: 'cwnd', values: Float64Array.from(cwnd) },
    {
      name: 'ssthresh',
      unit: 'segments',
      meaning: 'slow-start threshold',
      quantity: 'ssthresh',
      values: Float64Array.from(cwnd, (_, round) => (round < 13 ? 16 : round < 22 ? 12 : 8)),
    },
  ],
  events: [
    { t: 4, kind: 'avoidance', text: '① threshold 16 reached: one segment more per round' },
    { t: 12, kind: 'timeout', text: '② timeout at 24: threshold 12, window 1' },
    { t: 17, kind: 'avoidance', text: '③ threshold 12 reached: one segment more per round' },
    { t: 21, kind: 'dupacks', text: '④ 3 duplicate ACKs at 16: threshold and window 8' },
    { t: 22, kind: 'fast-recovery', text: '⑤ fast recovery: on from 8, one segment more per round' },
  ],
  summary: {},
  sentence: '',
  commands: [],
};

export const textbookLanes: Lane[] = [
  {
    id: 'cwnd',
    title: 'Congestion window',
    unit: 'segments',
    series: ['cwnd', 'ssthresh'],
    kind: 'points',
    handles: [],
  },
];
