/** The machine itself, as it is shipped, in Node.js. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandsOf, FIRST } from '../../src/machine/link';
import type { Machine } from '../../src/machine/machine';
import { printedInNode, startInNode } from './inNode';
import { hashOf } from './session';

const PATIENCE = 120_000;

describe('a session', () => {
  test('is the same each time it is repeated', { timeout: PATIENCE }, async () => {
    const [one, other] = [await printedInNode(), await printedInNode()];
    expect(one[0]).toContain('2 packets received, 0% packet loss');
    expect(one[0]).toContain('iperf Done.');
    expect(one[1]).toMatch(/qdisc tbf .* rate 10Mbit/);
    expect(other).toEqual(one);
    expect(hashOf(other)).toBe(hashOf(one));
  });
});

describe('a script', () => {
  let machine: Machine;
  /** The machine runs for as long as the script does. */
  const run = (...[place, script, options]: Parameters<Machine['run']>): ReturnType<Machine['run']> => {
    const ran = machine.run(place, script, { stops: true, ...options });
    machine.setPace('fast');
    return ran;
  };
  beforeAll(async () => {
    machine = await startInNode();
  }, PATIENCE);
  afterAll(() => machine.end());

  test('says what it printed and how it ended', { timeout: PATIENCE }, async () => {
    expect(await run('sender', 'exit 3')).toMatchObject({ status: 3 });
    expect(await run('router', 'echo out; echo err >&2')).toMatchObject({ status: 0, output: 'out\nerr\n' });
    expect((await run('receiver', 'cat /root/nothing')).output).toContain('No such file');
  });

  test('finds the path as it was set', { timeout: PATIENCE }, async () => {
    expect(await run('router', commandsOf({ ...FIRST, rtt: 80 }).join('\n'))).toMatchObject({ status: 0, output: '' });
    const { output } = await run('sender', 'ping -c 4 -i 0.1 receiver');
    const [, best] = /min\/avg\/max = ([\d.]+)/.exec(output)!;
    // The delay, and what a packet costs on the way: it is never less than what netem adds.
    expect(Number(best)).toBeGreaterThanOrEqual(80);
    expect(Number(best)).toBeLessThan(81);
  });

  test('can take its time: the clock counts it all the same', { timeout: PATIENCE }, async () => {
    const before = (await run('machine', 'true')).ended;
    const after = (await run('machine', 'sleep 100')).ended;
    expect((after - before) / 1e9).toBeGreaterThanOrEqual(100);
    expect((after - before) / 1e9).toBeLessThan(100.2);
  });

  test('is ended when nobody wants it any more', { timeout: PATIENCE }, async () => {
    const abort = new AbortController();
    const ran = run('sender', 'echo begun; while :; do :; done', {
      signal: abort.signal,
      onOutput: () => abort.abort(),
    });
    expect(await ran).toMatchObject({ status: 128 + 9, output: 'begun\n' });
  });
});

test('what is typed in a terminal harms neither the machine nor its control', { timeout: PATIENCE }, async () => {
  const machine = await startInNode();
  let printed = '';
  machine.on('printed', ({ bytes }) => {
    printed += new TextDecoder('latin1').decode(bytes);
  });
  machine.type('sender', 'echo end 1 0 >/dev/ttyS3; cat /proc/1/fd/0; umount /bin; echo >/bin/ss\n');
  await machine.advance(200);
  machine.type('sender', 'kill -9 -1\n');
  await machine.advance(100);
  for (const refused of [
    /ttyS3: Read-only/,
    /bin\/ss: Read-only/,
    /fd\/0'?: Permission denied/,
    /umount.*not permitted/,
  ]) {
    expect(printed).toMatch(refused);
  }
  const ran = machine.run('sender', 'ping -c 1 receiver', { stops: true });
  machine.setPace('fast');
  expect(await ran).toMatchObject({ status: 0, output: expect.stringContaining('0% packet loss') });
  machine.end();
});

test('a state that is cut off starts no machine', { timeout: PATIENCE }, async () => {
  await expect(startInNode(new ArrayBuffer(100))).rejects.toThrow();
});
