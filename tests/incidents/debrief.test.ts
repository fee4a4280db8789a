/** What the debrief points at, and the call as a command. */
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { changesIn } from '../../src/incidents/dashboards/changes';
import { commandLine } from '../../src/incidents/debrief/commandLine';
import { excerpt } from '../../src/incidents/debrief/excerpt';
import { cutAtMarks, withTelltales } from '../../src/incidents/debrief/telltales';

const told = (pieces: { text: string; isTelltale?: boolean }[]): string[] =>
  pieces.flatMap(({ text, isTelltale }) => (isTelltale ? [text] : []));

describe('what gives it away', () => {
  test('is cut out of a text', () => {
    const pieces = cutAtMarks('cwnd:10 rto:204', [[5, 7]]);
    expect(pieces.map(({ text }) => text).join('')).toBe('cwnd:10 rto:204');
    expect(told(pieces)).toEqual(['10']);
  });

  test('is still that in a part of a long output', () => {
    const lines = Array.from({ length: 100 }, (_, k) => `net.ipv4.setting_${k} = ${k}`);
    const text = lines.join('\n');
    const from = text.indexOf('= 57') + 2;
    const part = excerpt({ text, marks: [[from, from + 2]] });
    expect(part.text.split('\n')).toHaveLength(6);
    expect(part.marks.map(([a, b]) => part.text.slice(a, b))).toEqual(['57']);
  });

  test('is found in explained pieces, of which a line may be missing', () => {
    // 'a 1\nb 2\nc 3\n' without its second line
    const pieces = [{ text: 'a ' }, { text: '1', note: 0 }, { text: '\n' }, { text: 'c ' }, { text: '3', note: 1 }];
    expect(told(withTelltales(pieces, [0, 8], [[10, 11]]))).toEqual(['3']);
    expect(told(withTelltales(pieces, [0, 8], [[6, 7]]))).toEqual([]);
  });
});

test('the call can be pasted into a shell, whatever was said', () => {
  const lines = ["shop-1# grep 'a b' app.log | head -2", ':say it’s Nagle’s $HOME `rule`'];
  const command = commandLine({ seed: 3, level: 1 }, lines).replace('inflight', 'printf "%s\\n"');
  const words = execFileSync('bash', ['-c', command], { encoding: 'utf8' }).trim().split('\n');
  expect(words).toEqual([
    'incident',
    '--seed',
    '3',
    '--level',
    '1',
    ...lines.flatMap((line) => ['--do', line]),
    '--debrief',
  ]);
  expect(commandLine({ seed: 3, level: 1, family: 'connect' }, [])).toBe(
    'inflight incident --seed 3 --level 1 --family connect',
  );
  expect(commandLine({ seed: 3, level: 1, kernel: '6.1' }, [])).toBe(
    'inflight incident --seed 3 --level 1 --kernel 6.1',
  );
  expect(commandLine({ seed: 3, level: 1, kernel: '6.12' }, [])).toBe('inflight incident --seed 3 --level 1');
});

test('the change log says how long ago each change was, across midnight and Sunday', () => {
  const log =
    'Mon 00:30  (now)\nSun 23:50  deploy  pricing 2.8 (sockets)\nTue 00:30  kernel  6.1.0-56\nnothing to read';
  expect(changesIn(log)).toEqual([
    { when: 'Sun 23:50', text: 'deploy  pricing 2.8 (sockets)', ago: 40 * 60 },
    { when: 'Tue 00:30', text: 'kernel  6.1.0-56', ago: 6 * 86_400 },
  ]);
});
