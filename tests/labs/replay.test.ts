/** A session is repeated from what was typed in it, and nothing in a transcript is believed. */
import { describe, expect, test } from 'vitest';
import manifest from '../../machine/manifest.json';
import type { Typed } from '../../src/labs/lab';
import { parseTranscript, type Transcript } from '../../src/labs/transcript';
import hostile from './hostile.json';
import { attempt, labOf, replayed, transcriptOf } from './sessions';

const PATIENCE = 300_000;
const LAB = labOf('black-hole');

/** One of each kind; the others are tested every night. */
const QUICK = new Set(['a panic', 'rm -rf /']);

describe('a replay', () => {
  test('finds what the session found, and prints what it printed', { timeout: PATIENCE }, async () => {
    const { found, transcript } = await attempt(LAB, LAB.wrong[0]!.types, LAB.solution);
    expect(found.map(({ is }) => is)).toEqual(['unsolved', 'solved']);
    expect(await replayed(JSON.parse(JSON.stringify(transcript)) as Transcript)).toEqual(found[1]);
  });

  test('hears nobody else on the line of control', { timeout: PATIENCE }, async () => {
    const ends = [3, 4, 5].map((id) => `echo end ${id} 0`).join('; ');
    const forged = ['/dev/ttyS3', '/dev/console', '/dev/kmsg', '/proc/1/fd/3'].map(
      (file) => ['sender', `while :; do ${ends}; sleep 0.1; done > ${file} &`] as const,
    );
    const loud = ['sender', 'echo 7 > /proc/sys/kernel/printk; dmesg -n 7'] as const;
    expect(await replayed(transcriptOf('lossy-link', [loud, ...forged]))).toMatchObject({
      is: 'unsolved',
      says: expect.stringContaining('Of 150 pings') as string,
    });
  });

  test('believes no verdict and no key that isn’t typed', () => {
    const given = transcriptOf(LAB.id, []);
    const refused: [unknown, string][] = [
      [{ ...given, is: 'solved' }, 'is'],
      [{ ...given, did: [{ at: 4e9, line: 3, text: 'run 9 machine 4\ntrue' }, ...given.did] }, 'did'],
      [{ ...given, did: [] }, 'nothing was checked'],
      [{ ...given, did: [{ at: 0, host: 'sender', text: 'x' }, ...given.did] }, 'before'],
      [{ ...given, did: [{ at: 4e15, check: true }] }, 'longer'],
      [{ ...given, did: [...given.did, { at: 2e9, check: true }] }, 'order'],
      [{ ...given, lab: '../../secret' }, 'lab'],
      ['[]', 'it'],
    ];
    for (const [each, why] of refused) expect(() => parseTranscript(each, manifest.state.now)).toThrow(why);
    expect(parseTranscript(given, manifest.state.now)).toEqual(given);
  });
});

describe('a hostile session', () => {
  const ends = async ({ types }: (typeof hostile)[number]): Promise<void> => {
    const found = await replayed(transcriptOf(LAB.id, types as unknown as Typed), { output: 2e6, wall: 60 });
    expect(found.is).not.toBe('solved');
    // Of something that was changed, it shows what is gone and what has come.
    expect(found.says).toMatch(found.is === 'changed' ? /^[−+] /m : /^[^\n]+\.$/m);
  };
  test.each(hostile.filter(({ name }) => QUICK.has(name)))('ends in a sentence: $name', { timeout: PATIENCE }, ends);
  test.each(hostile.filter(({ name }) => !QUICK.has(name)))(
    'ends in a sentence: $name',
    { timeout: PATIENCE, tags: ['full'] },
    ends,
  );
});
