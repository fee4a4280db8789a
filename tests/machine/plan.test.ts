/** The commands that figures print are understood and given as they stand, or not at all. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planOf, type Told } from '../../src/machine/record/plan';

const PRINT = `
import json, sys
from inflight.figure.catalogue import find
def told(id, given):
    entry = find(id)
    values = entry.fill(given)
    return {"experiment": id, "commands": entry.commands(values), "parameters": {"duration": given.get("duration")}}
print(json.dumps([told(*each) for each in json.loads(sys.argv[1])]))
`;

/** What figures say with these controls. */
const toldBy = (...figures: [id: string, controls: Record<string, unknown>][]): Told[] =>
  JSON.parse(
    execFileSync(process.env.IN_FLIGHT_PYTHON ?? 'python3', ['-c', PRINT, JSON.stringify(figures)], {
      env: { ...process.env, PYTHONPATH: join(__dirname, '../../simulations') },
      encoding: 'utf8',
    }),
  ) as Told[];

test('a figure’s path, transfer and hosts become a scenario', () => {
  const [windows, bloat, lossy] = toldBy(
    ['congestion-window', { algorithm: 'cubic', rate: 5, rtt: 60, buffer: 30, loss: 0.5, duration: 20 }],
    ['bufferbloat', { algorithm: 'reno', rate: 4, rtt: 30, qdisc: 'fq_codel', flows: 2 }],
    ['loss-and-rtt', { rate: 20, rtt: 50, loss: 2 }],
  ).map(planOf);
  expect(windows).toMatchObject({
    scenario: {
      duration: 20,
      net: {
        senders: [{ rtt_ms: 60 }],
        bottleneck: { rate_mbit: 5, qdisc: expect.stringMatching(/^pfifo limit 30/) },
        loss: 0.005,
      },
      flows: [{ cc: 'cubic' }],
    },
  });
  expect(bloat).toMatchObject({
    scenario: {
      net: { senders: [{ rtt_ms: 30 }], bottleneck: { rate_mbit: 4, qdisc: expect.stringMatching(/^fq_codel limit/) } },
      flows: [{ cc: 'reno' }, { cc: 'reno' }],
    },
  });
  // 60 s of it would be 150 MB.
  expect(lossy).toMatchObject({ scenario: { duration: 16, net: { loss: 0.02 }, flows: [{ cc: 'reno' }] } });
});

test('commands are given as they are printed, where they belong', () => {
  const [told] = toldBy(['congestion-window', { algorithm: 'reno', qdisc: 'codel', ecn: true, duration: 5 }]);
  const plan = planOf(told!);
  if (typeof plan === 'string') throw new Error(plan);
  const printed = told!.commands.flatMap(({ lines }) => lines.map((line) => line.replace(/\s+#.*$/, '')));
  for (const { place, line } of plan.commands) {
    expect(printed).toContain(line);
    expect(place === 'router').toBe(line.startsWith('tc'));
  }
  expect(plan.commands.filter(({ line }) => line.includes('tcp_ecn')).map(({ place }) => place)).toEqual([
    'sender',
    'receiver',
  ]);
});

test('what isn’t understood, or would take too long, isn’t tried', () => {
  const plans = toldBy(
    ['htb', {}],
    ['codel', { load: 'udp' }],
    ['bandwidth-delay', { rate: 1000 }],
    ['congestion-window', { delayed_ack: false }],
    // One transfer after the other.
    ['step-marking', {}],
  ).map(planOf);
  expect(plans).toEqual(['unknown', 'unknown', 'too-much', 'unknown', 'unknown']);
});
