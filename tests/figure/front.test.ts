import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shareAt, timesOf } from '../../src/figure/front/racing';
import { spanOf } from '../../src/figure/front/spanOf';
import type { PipeSpec } from '../../src/model/contract';
import { unpack } from '../../src/model/stored';
import type { Result, StoredResult } from '../../src/model/types';
import type { PipeLayout } from '../../src/views/pipe/layoutPipe';
import { periodOf } from '../../src/views/pipe/timing';

/** What the model itself says. */
function run(...flags: string[]): Result {
  const args = ['-m', 'inflight', 'run', 'send-buffer', '--gso', 'off', '--json', ...flags];
  const env = { ...process.env, PYTHONPATH: join(import.meta.dirname, '../../simulations') };
  return unpack(
    JSON.parse(execFileSync('python3', args, { env, encoding: 'utf8', maxBuffer: 1 << 28 })) as StoredResult,
  );
}

const found = run();
const SPEC = { packets: 'packets', acks: 'acks', rtt: 'rtt' } as PipeSpec;
const LAYOUT = { rtt: 0.02 } as PipeLayout;

describe('the race against the line', () => {
  it('takes the closed form of what the line can carry: 1448 of 1514 bytes', () => {
    const line = (22e6 * 8) / ((100e6 * 1448) / 1514);
    expect(timesOf(found.summary).line).toBeCloseTo(line, 6);
    const enough = run('--sndbuf', '262144', '--wmem-max', '262144');
    expect(timesOf(enough.summary).line).toBeCloseTo(line, 6);
    expect(timesOf(enough.summary).here).toBeLessThan(1.3 * line);
  });

  it('has no more than all of it behind the end', () => {
    expect([0, 1, 2, 3].map((t) => shareAt(t, 2))).toEqual([0, 0.5, 1, 1]);
  });
});

describe('what is played over and over', () => {
  it('repeats itself after a burst and its silence', () => {
    const bursts = Array.from({ length: 40 }, (_, i) => Math.floor(i / 5) * 0.02 + (i % 5) * 0.0001);
    expect(periodOf(bursts)).toBeCloseTo(0.02, 9);
    expect(periodOf([0, 1, 3, 7, 15])).toBeUndefined();
  });

  it('ends where the sender does what it did at the beginning', () => {
    const { from, to } = spanOf(found, SPEC, LAYOUT);
    // Thirteen packets, a little less than one each round trip and the time on the line.
    const sent = found.tables!.packets!.find(({ name }) => name === 'sent')!.values;
    const sinceLast = (t: number): number => t - Math.max(...sent.filter((each) => each <= t));
    expect(to - from).toBeGreaterThan(0.02);
    expect(sinceLast(to)).toBeCloseTo(sinceLast(from), 3);
  });

  it('is nothing while there are no packets', () => {
    const { from, to } = spanOf({ ...found, tables: {} }, SPEC, LAYOUT);
    expect(to).toBe(from);
  });
});
