/** The path is set with the commands that chapters print. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandsOf } from '../../src/machine/link';

const PRINT =
  'from inflight.figure.commands import path; print("\\n".join(path(rate=20, rtt=30, buffer=64, loss=1.5)))';

test('each of the book’s commands is among them', () => {
  const printed = execFileSync(process.env.IN_FLIGHT_PYTHON ?? 'python3', ['-c', PRINT], {
    env: { ...process.env, PYTHONPATH: join(__dirname, '../../simulations') },
    encoding: 'utf8',
  });
  const ours = commandsOf({ rate: 20, rtt: 30, loss: 1.5, qdisc: 'pfifo', limit: 64 }).join('\n');
  const asks = printed.trim().split('\n');
  expect(asks.length).toBe(4);
  for (const line of asks) {
    const [, device, words] = /^tc qdisc add dev (\w+) (?:root |parent 1:1 )(?:handle 1: )?(.*?)\s*(?:#.*)?$/.exec(
      line,
    )!;
    expect(ours).toMatch(new RegExp(`tc qdisc replace dev ${device} .*${words}`));
  }
});

test('what isn’t asked for isn’t there', () => {
  const ours = commandsOf({ rate: 20, rtt: 0, loss: 0, qdisc: 'codel', limit: 64 }).join('\n');
  expect(ours).not.toContain('netem');
});
