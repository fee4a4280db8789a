/** Keys of the terminal: lines that come back, and words that Tab completes. */
import { describe, expect, test } from 'vitest';
import { completed } from '../../src/incidents/terminal/completion';
import { FRESH, recalled, remembered } from '../../src/incidents/terminal/history';

describe('the arrow keys', () => {
  const lines = ['ss', 'nstat', 'tc'];

  test('go back to the oldest line and forth to what stood there before', () => {
    let [now, recall] = ['ping', FRESH];
    const seen = ([1, 1, 1, 1, -1, -1, -1, -1] as const).map((by) => {
      ({ typed: now, recall } = recalled(lines, now, recall, by));
      return now;
    });
    expect(seen).toEqual(['tc', 'nstat', 'ss', 'ss', 'nstat', 'tc', 'ping', 'ping']);
  });

  test('find the same line once where it was typed twice in a row', () => {
    expect(remembered(['ss', 'ss', ' ', 'nstat', 'ss'])).toEqual(['ss', 'nstat', 'ss']);
  });
});

test.each([
  ['nothing fits', 'xyz', [], 'xyz', []],
  ['one word fits: it is typed, and a blank', 'ns', ['nstat'], 'nstat ', []],
  ['several share more than is typed', 'cat /p', ['/proc/net/', '/proc/net/a', '/proc/net/b'], 'cat /proc/net/', 2],
  ['several share no more', 's', ['ss', 'sysctl'], 's', 2],
  ['the shortest is a word itself', 'ss', ['ss', 'ssh'], 'ss', 2],
  ['in a pipe', 'ss -tan | gr', ['grep'], 'ss -tan | grep ', []],
])('Tab: %s', (_, typed, words, then, offers) => {
  const found = completed(typed, words);
  expect(found.typed).toBe(then);
  expect(found.offers).toHaveLength(typeof offers === 'number' ? offers : 0);
});
