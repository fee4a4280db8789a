/** What is typed is sent in the order of its times, and what has the same time in the order in which it came. */
import { expect, test } from 'vitest';
import { Queue } from '../../src/machine/thread/queue';

test('by time, then by arrival', () => {
  const queue = new Queue();
  const times = [5, 1, 5, 3, 1];
  times.forEach((at, line) => queue.add({ at, line, bytes: new Uint8Array() }));
  expect(queue.next).toBe(1);
  expect([...queue.due(3)].map(({ line }) => line)).toEqual([1, 4, 3]);
  expect([...queue.due(4)]).toEqual([]);
  expect([...queue.due(Infinity)].map(({ line }) => line)).toEqual([0, 2]);
  expect(queue.next).toBe(Infinity);
});
