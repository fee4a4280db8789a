/** What is said on the line of control, read as it comes: byte by byte, whatever is in it. */
import { expect, test } from 'vitest';
import { ControlReader, runOrder } from '../../src/machine/thread/control';

function heard(bytes: Uint8Array) {
  const words: unknown[] = [];
  const reader = new ControlReader({
    ready: () => words.push('ready'),
    output: (id, output) => words.push([id, new TextDecoder().decode(output)]),
    ended: (id, status) => words.push([id, status]),
    other: (line) => words.push(line),
  });
  for (const byte of bytes) reader.read(byte);
  return words;
}

test('output may look like words of control', () => {
  const text = 'end 7 0\nout 9 4\n';
  const said = `ready\nout 7 ${text.length}\n${text}end 7 3\n`;
  expect(heard(new TextEncoder().encode(said))).toEqual(['ready', [7, text], [7, 3]]);
});

test('what the kernel says in between is its own', () => {
  const said = '[    1.0] Kernel panic - not syncing: oops\r\nend 1 0\n';
  expect(heard(new TextEncoder().encode(said))).toEqual(['[    1.0] Kernel panic - not syncing: oops', [1, 0]]);
});

test('an order counts bytes, not letters', () => {
  const order = new TextDecoder().decode(runOrder(3, 'router', 'echo ’\n'));
  expect(order).toBe('run 3 router 9\necho ’\n');
});
