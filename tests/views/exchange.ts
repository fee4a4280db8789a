import type { LadderSpec } from '../../src/model/contract';
import type { Column, Result, Table } from '../../src/model/types';
import { sampleRun } from './sample';

type Cell = number | string;

/** A table of rows; texts become indices into the words of their column. */
export function tableFrom(names: readonly string[], rows: readonly (readonly Cell[])[]): Table {
  return names.map((name, i): Column => {
    const cells = rows.map((row) => row[i]!);
    const texts = [...new Set(cells.filter((cell) => typeof cell === 'string'))];
    const values = cells.map((cell) => (typeof cell === 'string' ? texts.indexOf(cell) : cell));
    const head = {
      name,
      unit: name === 'sent' || name === 'start' ? 's' : '',
      meaning: name,
      quantity: 'time' as const,
    };
    return { ...head, values: Float64Array.from(values), ...(texts.length > 0 && { words: texts }) };
  });
}

/** A run of `seconds` with these tables. */
export function runWith(tables: Record<string, Table>, seconds: number): Result {
  const run = sampleRun();
  const t = { ...run.columns[0]!, values: Float64Array.from([0, seconds / 2, seconds]) };
  return { ...run, columns: [t], events: [], tables };
}

const DELAY = 0.02;
const [C, S] = ['client', 'server'];
const NEVER = NaN;
const segment = (sent: number, side: string, label: string, detail = '', fate = 'delivered'): Cell[] => [
  sent,
  fate === 'lost' ? NEVER : sent + DELAY,
  side,
  label,
  detail,
  fate,
];

/**
 * A request over a path of 40 ms whose answer loses its second segment: handshake, delayed ACK (40 ms), retransmission
 * timeout, close. The states are those of RFC 9293 §3.3.2, figure 5; the timeout is Linux's, srtt + 200 ms.
 */
export function requestRun(seconds = 60.47): Result {
  return runWith(
    {
      segments: tableFrom(
        ['sent', 'arrived', 'side', 'label', 'detail', 'fate'],
        [
          segment(0, C, 'SYN', 'MSS 1460, SACK, timestamps, window scale 7'),
          segment(0.02, S, 'SYN, ACK', 'MSS 1460, SACK, timestamps, window scale 7'),
          segment(0.04, C, 'ACK 1'),
          segment(0.0401, C, 'data 1:101', 'GET /'),
          segment(0.0602, S, 'data 1:1449', 'ACK 101'),
          segment(0.0603, S, 'data 1449:2897', 'ACK 101', 'lost'),
          segment(0.1202, C, 'ACK 1449'),
          segment(0.3802, S, 'data 1449:2897', 'sent again', 'delivered'),
          segment(0.4002, C, 'ACK 2897'),
          segment(0.4203, C, 'FIN', 'seq 101'),
          segment(0.4403, S, 'ACK 102'),
          segment(0.4503, S, 'FIN', 'seq 2897'),
          segment(0.4703, C, 'ACK 2898'),
        ],
      ),
      states: tableFrom(
        ['start', 'end', 'side', 'state'],
        [
          [0, 0.04, C, 'SYN-SENT'],
          [0.04, 0.4203, C, 'ESTABLISHED'],
          [0.4203, 0.4603, C, 'FIN-WAIT-1'],
          [0.4603, 0.4703, C, 'FIN-WAIT-2'],
          [0.4703, NEVER, C, 'TIME-WAIT'],
          [0, 0.02, S, 'LISTEN'],
          [0.02, 0.06, S, 'SYN-RECEIVED'],
          [0.06, 0.4403, S, 'ESTABLISHED'],
          [0.4403, 0.4503, S, 'CLOSE-WAIT'],
          [0.4503, 0.4903, S, 'LAST-ACK'],
          [0.4903, NEVER, S, 'CLOSED'],
        ],
      ),
      timers: tableFrom(
        ['start', 'end', 'side', 'name'],
        [
          [0.0802, 0.1202, C, 'delayed ACK'],
          [0.1402, 0.3802, S, 'RTO'],
        ],
      ),
    },
    seconds,
  );
}

export const ladder: LadderSpec = {
  kind: 'ladder',
  title: 'Exchange',
  sides: ['client', 'server'],
  segments: 'segments',
  states: 'states',
  timers: 'timers',
};
