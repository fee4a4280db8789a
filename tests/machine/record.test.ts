/** What the machine recorded, it records again: the same bytes, from `ss` and `tc` to the file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsOf } from '../../src/machine/record/commands';
import { record } from '../../src/machine/record/record';
import type { FlowSummary, Recording } from '../../src/machine/record/scenario';
import { flowsIn, queueIn } from '../../src/machine/record/samples';
import { recordingOf } from '../../src/machine/record/summary';
import { startInNode } from './inNode';

const kept = readFileSync(join(__dirname, '../../machine/recordings/A_reno_start.json'), 'utf8');

test('a recording repeats', { timeout: 300_000, tags: ['full'] }, async () => {
  const machine = await startInNode();
  const { scenario } = JSON.parse(kept) as Recording;
  const again = await record(machine, scenario, commandsOf(scenario));
  machine.end();
  expect(`${JSON.stringify(again)}\n`).toBe(kept);
});

// As iproute2 6.1 prints it.
test('a connection is read from the line of ss', () => {
  const line =
    'ESTAB 0 85432 198.51.100.1:46504 192.0.2.1:5201 reno wscale:7,7 rto:204 rtt:40.27/0.033 mss:1448 cwnd:32 ssthresh:17 ' +
    'bytes_sent:144175973 bytes_retrans:558928 bytes_acked:143570710 busy:992ms unacked:31 retrans:0/386 minrtt:0.018';
  expect(flowsIn(`${line}\n`)).toEqual([
    { port: 46504, cwnd: 32, ssthresh: 17, srtt: 40.27, unacked: 31, acked: 143570710, retrans: 386, busy: 992 },
  ]);
  expect(flowsIn(`${line.replace(/ssthresh:\d+ /, '')}\n`)[0]).toMatchObject({ ssthresh: null });
});

test('the queue is the one of the last discipline', () => {
  const printed =
    'qdisc tbf 1: root refcnt 2 rate 10Mbit burst 4541b lat 80s \n Sent 9 bytes 1 pkt (dropped 5, overlimits 3 requeues 0) \n' +
    ' backlog 105980b 71p requeues 0\nqdisc pfifo 8003: parent 1:1 limit 100p\n' +
    ' Sent 9 bytes 1 pkt (dropped 4, overlimits 0 requeues 0) \n backlog 105980b 70p requeues 0\n';
  expect(queueIn(printed)).toEqual({ queue: 70, drops: 4 });
});

test('a mean is over time, however often was looked', () => {
  const net: Recording['scenario']['net'] = { senders: [{ rtt_ms: 40 }], bottleneck: { rate_mbit: 10 } };
  const scenario: Recording['scenario'] = {
    name: '',
    kind: 'bulk',
    family: 'A',
    duration: 4,
    warm: 0,
    net,
    flows: [{ cc: 'reno' }],
  };
  const flow = { port: 1, ssthresh: null, unacked: 0, retrans: 0, busy: 0 };
  const samples = [0, 0.2, 0.4, 0.6, 0.8, 1, 2, 3, 4].map((t) => {
    const [cwnd, srtt] = t < 1 ? [30, 60] : [10, 40];
    return { now: t * 1e9, flows: [{ ...flow, cwnd, srtt, acked: 1 + t }] };
  });
  const [{ cwnd, srtt_ms }] = recordingOf('', scenario, samples, []).summary.flows as [FlowSummary];
  expect([cwnd.mean, srtt_ms.mean]).toEqual([(30 * 1 + 10 * 3) / 4, (60 * 1 + 40 * 3) / 4]);
});
