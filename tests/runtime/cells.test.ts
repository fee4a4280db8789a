/** Runs in cells: on several Pythons, in any order, and nothing is lost. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Result } from '../../src/model/types';
import { Client } from '../../src/runtime/client';
import { isAbort, ParameterError } from '../../src/runtime/errors';
import type { ToWorker } from '../../src/runtime/messages';
import { FakeWorker } from './fake-worker';
import { URLS } from './urls';

/** A worker whose Python is there at once, and which makes a result of what it is given: its indices. */
class CellWorker extends FakeWorker {
  override postMessage(message: ToWorker): void {
    super.postMessage(message);
    if (this.hangs) return;
    if (message.type === 'start') queueMicrotask(() => this.says({ type: 'ready' }));
    if (message.type === 'combine')
      queueMicrotask(() => this.answers('done', message.id, message.values.map(([value]) => value!).sort()));
  }
}

const LIMITS = { silence: 3000, silent: 'It hangs.', broken: 'It broke.' };
const settle = () => vi.advanceTimersByTimeAsync(0);
const values = (result: Result) => Array.from(result.columns[0]!.values);

/** A run of `count` cells has been asked for, and the first worker has one of them in hand; helpers may be mute. */
async function begin({ count = 6, most = 3, known = [] as number[], isMute = false } = {}) {
  const workers: CellWorker[] = [];
  const spawn = () => {
    const worker = new CellWorker();
    worker.hangs = isMute && workers.length > 0;
    workers.push(worker);
    return worker;
  };
  const client = new Client(URLS, spawn, LIMITS, most);
  const drawn: number[][] = [];
  const progress: number[] = [];
  const onPartial = (part: Result, share: number) => {
    drawn.push(values(part));
    progress.push(share);
  };
  const request = (key = 'map') => ({ experiment: 'x', parameters: { size: 1 }, seed: 3, key });
  const abort = new AbortController();
  const result = client.run(request(), onPartial, abort.signal);
  result.catch(() => undefined);
  await settle();
  workers[0]!.hasCells(count, known);
  await settle();
  return { client, workers, result, abort, drawn, progress, request };
}

/** Every worker ends what it has, until none has anything. */
async function finishAll(workers: CellWorker[]): Promise<void> {
  while (workers.some(({ cell }) => cell)) {
    for (const worker of workers) if (worker.cell) worker.finishes();
    await settle();
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a run in cells', () => {
  test('goes through them on the visit’s own Python, and draws what there is', async () => {
    const { workers, result, drawn, progress } = await begin({ count: 3 });
    await finishAll(workers);
    expect(values(await result)).toEqual([0, 1, 2]);
    expect(drawn).toEqual([[0], [0, 1]]);
    expect(progress).toEqual([1 / 3, 2 / 3]);
    expect(workers).toHaveLength(1);
  });

  test('calls for help only when it takes long, and every cell is worked out once', async () => {
    const { workers, result } = await begin({ count: 9 });
    await vi.advanceTimersByTimeAsync(1000);
    workers[0]!.finishes();
    await settle();
    expect(workers).toHaveLength(3);
    expect(workers.map(({ cell }) => cell?.index)).toEqual([1, 2, 3]);
    // One is faster than the others.
    workers[2]!.finishes();
    await settle();
    expect(workers.map(({ cell }) => cell?.index)).toEqual([1, 2, 4]);
    await finishAll(workers);
    expect(values(await result)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const indices = workers.flatMap(({ received }) => received.flatMap((m) => (m.type === 'cell' ? [m.index] : [])));
    expect(indices.sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('no more Pythons than are allowed', async () => {
    const { workers, result } = await begin({ count: 9, most: 1 });
    await vi.advanceTimersByTimeAsync(1000);
    await finishAll(workers);
    expect(values(await result)).toHaveLength(9);
    expect(workers).toHaveLength(1);
  });

  test('what an earlier run has had is drawn at once and not worked out again', async () => {
    const { workers, result, drawn } = await begin({ count: 4, known: [0, 1, 3] });
    expect(drawn).toEqual([[0, 1, 3]]);
    expect(workers[0]!.cell?.index).toBe(2);
    await finishAll(workers);
    expect(values(await result)).toEqual([0, 1, 2, 3]);
    const all = await begin({ count: 2, known: [0, 1] });
    expect(values(await all.result)).toEqual([0, 1]);
  });

  test('helpers stay for the next run, and go when they rest', async () => {
    const { client, workers, result, request } = await begin({ count: 9 });
    await vi.advanceTimersByTimeAsync(1000);
    await finishAll(workers);
    await result;
    await vi.advanceTimersByTimeAsync(30_000);
    const next = client.run(request());
    workers[0]!.hasCells(9);
    await settle();
    await vi.advanceTimersByTimeAsync(1000);
    await finishAll(workers);
    expect(values(await next)).toHaveLength(9);
    expect(workers).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(workers.map(({ terminated }) => terminated)).toEqual([false, true, true]);
  });
});

describe('given up', () => {
  /** All three have a cell in hand. */
  async function underWay() {
    const all = await begin({ count: 9 });
    await vi.advanceTimersByTimeAsync(1000);
    all.workers[0]!.finishes();
    await settle();
    return all;
  }

  test('by the reader: every cell under way is cancelled at once', async () => {
    const { workers, result, abort } = await underWay();
    abort.abort();
    await expect(result).rejects.toSatisfy(isAbort);
    expect(workers.map(({ cancelled }) => cancelled.length)).toEqual([1, 1, 1]);
    await settle();
    expect(workers.map(({ cell }) => cell)).toEqual([undefined, undefined, undefined]);
  });

  test('for a newer one of the same figure, which gets every Python', async () => {
    const { client, workers, result, request } = await underWay();
    const newer = client.run(request());
    await expect(result).rejects.toSatisfy(isAbort);
    workers[0]!.hasCells(5);
    await settle();
    await vi.advanceTimersByTimeAsync(1000);
    workers[0]!.finishes();
    await settle();
    expect(workers.every(({ cell }) => cell)).toBe(true);
    await finishAll(workers);
    expect(values(await newer)).toEqual([0, 1, 2, 3, 4]);
  });

  test('a model that fails ends all of it, in its words', async () => {
    const { workers, result } = await underWay();
    workers[1]!.says({ type: 'error', id: workers[1]!.cell!.id, message: 'loss = 2: must be less', mendable: true });
    await expect(result).rejects.toBeInstanceOf(ParameterError);
    expect(workers[0]!.cancelled).toHaveLength(1);
    expect(workers[2]!.cancelled).toHaveLength(1);
  });
});

describe('held', () => {
  test('it begins no cell, and goes on where it was', async () => {
    const { client, workers, result, drawn } = await begin({ count: 3 });
    client.hold('map', true);
    workers[0]!.finishes();
    await settle();
    expect(workers[0]!.cell).toBeUndefined();
    expect(drawn).toEqual([[0]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers[0]!.terminated).toBe(false);
    client.hold('map', false);
    await settle();
    expect(workers[0]!.cell?.index).toBe(1);
    await finishAll(workers);
    expect(values(await result)).toEqual([0, 1, 2]);
  });

  test('it can be given up', async () => {
    const { client, workers, result, abort } = await begin({ count: 3 });
    client.hold('map', true);
    workers[0]!.finishes();
    await settle();
    abort.abort();
    await expect(result).rejects.toSatisfy(isAbort);
    await settle();
    expect(workers[0]!.cell).toBeUndefined();
  });
});

describe('a Python that dies', () => {
  async function withHelp() {
    const all = await begin({ count: 9 });
    await vi.advanceTimersByTimeAsync(1000);
    all.workers[0]!.finishes();
    await settle();
    return all;
  }

  test('in a helper that cannot be loaded: the others do its cells', async () => {
    const { workers, result } = await withHelp();
    workers[1]!.breaks('out of memory');
    workers[2]!.says({ type: 'failed', reason: 'out of memory' });
    await settle();
    await finishAll([workers[0]!]);
    expect(values(await result)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(workers).toHaveLength(3);
  });

  test('in a helper that never says that it is there: nobody waits for it', async () => {
    const { workers, result } = await begin({ count: 5, isMute: true });
    await vi.advanceTimersByTimeAsync(1000);
    workers[0]!.finishes();
    await settle();
    expect(workers.map(({ cell }) => cell?.index)).toEqual([1, undefined, undefined]);
    await finishAll([workers[0]!]);
    expect(values(await result)).toEqual([0, 1, 2, 3, 4]);
  });

  test('when all others have gone home already', async () => {
    const { workers, result } = await withHelp();
    while (workers[0]!.cell) {
      workers[0]!.finishes();
      await settle();
    }
    workers[1]!.finishes();
    await settle();
    workers[2]!.breaks('killed');
    await settle();
    await finishAll([workers[0]!]);
    expect(values(await result)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('by a breakdown: it starts anew, and the cell is done once more', async () => {
    const { workers, result } = await withHelp();
    const lost = workers[1]!.cell!.index;
    workers[1]!.says({ type: 'broken', reason: 'null function' });
    await settle();
    expect(workers).toHaveLength(4);
    expect(workers[3]!.cell?.index).toBe(lost);
    await finishAll([workers[0]!, workers[2]!, workers[3]!]);
    expect(values(await result)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('twice of the same cell: that is said', async () => {
    const { workers, result } = await withHelp();
    workers[1]!.says({ type: 'broken', reason: 'null function' });
    await settle();
    workers[3]!.says({ type: 'broken', reason: 'null function' });
    await expect(result).rejects.toThrow('It broke. (null function)');
  });

  test('by silence; one that only takes long says that it is alive', async () => {
    const { workers, result } = await withHelp();
    const [first, slow] = workers as [CellWorker, CellWorker];
    for (let second = 0; second < 5; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      first.says({ type: 'alive', id: first.cell!.id });
      slow.says({ type: 'alive', id: slow.cell!.id });
    }
    expect(workers.map(({ terminated }) => terminated)).toEqual([false, false, true, false]);
    await finishAll([first, slow, workers[3]!]);
    expect(values(await result)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('and it is the only one: the reason is told', async () => {
    const { workers, result } = await begin({ count: 3, most: 1 });
    workers[0]!.breaks('killed');
    await expect(result).rejects.toThrow('killed');
  });
});
