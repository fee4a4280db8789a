import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isAbort, ParameterError } from '../../src/runtime/errors';
import { Client } from '../../src/runtime/client';
import type { RuntimeStatus } from '../../src/runtime/types';
import { FakeWorker } from './fake-worker';
import { URLS } from './urls';

function setUp() {
  const workers: FakeWorker[] = [];
  const client = new Client(URLS, () => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  });
  return { client, workers, worker: () => workers.at(-1)! };
}

function ready() {
  const all = setUp();
  all.client.start({ experiment: 'x' });
  all.worker().says({ type: 'ready' });
  return all;
}

const request = (key = 'figure', sndbuf = 1) => ({ experiment: 'x', parameters: { sndbuf }, seed: 1, key });
const values = (result: { columns: { values: Float64Array }[] }) => Array.from(result.columns[0]!.values);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('starting', () => {
  test('nothing is loaded before anybody asks', () => {
    const { client, workers } = setUp();
    expect(client.status()).toEqual({ state: 'idle' });
    expect(workers).toHaveLength(0);
  });

  test('starts one worker, however often it is asked to', () => {
    const { client, workers, worker } = setUp();
    const seen: RuntimeStatus[] = [];
    client.subscribe((status) => seen.push(status));
    client.start({ experiment: 'x' });
    client.start({ experiment: 'x' });
    worker().says({ type: 'ready' });
    expect(workers).toHaveLength(1);
    expect(seen).toEqual([{ state: 'loading' }, { state: 'ready' }]);
  });

  test('a run starts it too, and is sent once Python is there', async () => {
    const { client, worker } = setUp();
    const result = client.run(request());
    expect(worker().runs).toEqual([]);
    worker().says({ type: 'ready' });
    expect(worker().runs).toEqual([1]);
    worker().answers('done', 1, [0, 1]);
    expect(values(await result)).toEqual([0, 1]);
  });

  test('says why Python cannot be had, and tries again when asked again', async () => {
    const { client, workers, worker } = setUp();
    const lost = client.run(request());
    worker().says({ type: 'failed', reason: 'WebAssembly is blocked' });
    await expect(lost).rejects.toThrow('WebAssembly is blocked');
    expect(client.status()).toEqual({ state: 'failed', reason: 'WebAssembly is blocked' });
    expect(worker().terminated).toBe(true);
    const found = client.run(request());
    worker().says({ type: 'ready' });
    worker().answers('done', 2, [5]);
    expect(values(await found)).toEqual([5]);
    expect(workers).toHaveLength(2);
  });

  test('a worker that cannot be loaded is a failure, not a silence', async () => {
    const { client, worker } = setUp();
    const lost = client.run(request());
    worker().breaks('404');
    await expect(lost).rejects.toThrow('404');
    expect(client.status().state).toBe('failed');
  });

  test('a browser that refuses workers is a failure too', () => {
    const client = new Client(URLS, () => {
      throw new Error('no workers here');
    });
    client.start({ experiment: 'x' });
    expect(client.status()).toEqual({ state: 'failed', reason: 'Error: no workers here' });
  });
});

describe('runs', () => {
  test('shows what is there so far, then the whole', async () => {
    const { client, worker } = ready();
    const shown: unknown[] = [];
    const result = client.run(request(), (partial, progress) => shown.push([values(partial), progress]));
    worker().answers('partial', 1, [0]);
    worker().answers('done', 1, [0, 1]);
    expect(values(await result)).toEqual([0, 1]);
    expect(shown).toEqual([[[0], 0.5]]);
  });

  test('a newer run of the same figure takes the place of the older', async () => {
    const { client, worker } = ready();
    const shown = vi.fn();
    const older = client.run(request('figure', 1), shown);
    const newer = client.run(request('figure', 2));
    await expect(older).rejects.toSatisfy(isAbort);
    expect(worker().cancelled).toEqual([1]);
    worker().answers('partial', 1, [9]); // it was on the way
    expect(shown).not.toHaveBeenCalled();
    worker().answers('done', 2, [2]);
    expect(values(await newer)).toEqual([2]);
  });

  test('figures do not disturb each other', async () => {
    const { client, worker } = ready();
    const one = client.run(request('one'));
    const other = client.run(request('other'));
    worker().answers('done', 2, [2]);
    worker().answers('done', 1, [1]);
    expect(values(await one)).toEqual([1]);
    expect(values(await other)).toEqual([2]);
    expect(worker().cancelled).toEqual([]);
  });

  test('can be given up, before and after it was sent', async () => {
    const { client, worker } = ready();
    await expect(client.run(request(), undefined, AbortSignal.abort())).rejects.toSatisfy(isAbort);
    expect(worker().runs).toEqual([]);
    const abort = new AbortController();
    const run = client.run(request(), undefined, abort.signal);
    abort.abort();
    await expect(run).rejects.toSatisfy(isAbort);
    expect(worker().cancelled).toEqual([1]);
  });

  test('can be held for as long as one likes, and goes on', async () => {
    const { client, worker } = ready();
    const run = client.run(request());
    client.hold('figure', true);
    expect(worker().received.at(-1)).toEqual({ type: 'hold', id: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker().terminated).toBe(false);
    client.hold('figure', false);
    expect(worker().received.at(-1)).toEqual({ type: 'go', id: 1 });
    worker().answers('done', 1, [1]);
    expect(values(await run)).toEqual([1]);
    client.hold('figure', true); // there is nothing to hold
    expect(worker().received.at(-1)).toEqual({ type: 'go', id: 1 });
  });

  test('a run that is held and then hangs is found out', async () => {
    const { client, workers, worker } = ready();
    const run = expect(client.run(request())).rejects.toThrow('didn’t respond');
    client.hold('figure', true);
    client.hold('figure', false);
    await vi.advanceTimersByTimeAsync(11_000);
    await run;
    expect(workers[0]!.terminated).toBe(true);
    expect(worker().terminated).toBe(false);
  });

  test("tells the reader's mistakes from the model's", async () => {
    const { client, worker } = ready();
    const mistake = client.run(request('one'));
    const failure = client.run(request('other'));
    worker().says({ type: 'error', id: 1, message: 'sndbuf = 1: must be more', mendable: true });
    worker().says({ type: 'error', id: 2, message: 'Traceback …', mendable: false });
    await expect(mistake).rejects.toBeInstanceOf(ParameterError);
    await expect(failure).rejects.not.toBeInstanceOf(ParameterError);
  });
});

describe('a worker that hangs', () => {
  test('is replaced after ten seconds of silence', async () => {
    const { client, workers, worker } = ready();
    const run = client.run(request());
    const outcome = expect(run).rejects.toThrow('didn’t respond for 10 seconds');
    await vi.advanceTimersByTimeAsync(10_500);
    await outcome;
    expect(workers[0]!.terminated).toBe(true);
    expect(client.status()).toEqual({ state: 'loading' });
    worker().says({ type: 'ready' });
    const next = client.run(request());
    worker().answers('done', 2, [7]);
    expect(values(await next)).toEqual([7]);
  });

  test('but not one that only takes long', async () => {
    const { client, workers, worker } = ready();
    const run = client.run(request());
    for (let second = 0; second < 20; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      worker().answers('partial', 1, [second]);
    }
    worker().answers('done', 1, [20]);
    expect(values(await run)).toEqual([20]);
    expect(workers).toHaveLength(1);
  });

  test('nor does it hide behind a run that nobody waits for any more', async () => {
    const { client, workers, worker } = ready();
    const abort = new AbortController();
    const run = client.run(request(), undefined, abort.signal);
    worker().hangs = true;
    abort.abort();
    await expect(run).rejects.toSatisfy(isAbort);
    for (let second = 0; second < 11; second++) {
      worker().answers('partial', 1, [second]);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(workers[0]!.terminated).toBe(true);
  });

  test('has the time that was set for it, and the reader is told in the words for it', async () => {
    const workers: FakeWorker[] = [];
    const limits = { silence: 3000, silent: 'An endless loop?', broken: 'Python fell over.' };
    const spawn = () => {
      workers.push(new FakeWorker());
      return workers.at(-1)!;
    };
    const client = new Client(URLS, spawn, limits);
    client.start({ experiment: 'x' });
    workers[0]!.says({ type: 'ready' });
    const run = expect(client.run(request())).rejects.toThrow('An endless loop?');
    await vi.advanceTimersByTimeAsync(2900);
    expect(workers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(600);
    await run;
    expect(workers).toHaveLength(2);
  });

  test('is replaced at once when Python has gone to pieces', async () => {
    const { client, workers, worker } = ready();
    const run = expect(client.run(request())).rejects.toThrow('null function');
    worker().says({ type: 'broken', reason: 'null function' });
    await run;
    expect(workers).toHaveLength(2);
    expect(client.status()).toEqual({ state: 'loading' });
  });

  test('nor one that has nothing to do', async () => {
    const { workers } = ready();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(workers).toHaveLength(1);
  });
});

describe('a question that is no figure', () => {
  test('is answered with what its JSON says', async () => {
    const { client, worker } = ready();
    const answer = client.ask('probe', { seed: 7 });
    const order = worker().received.at(-1)!;
    expect(order).toMatchObject({ type: 'ask', question: 'probe', args: { seed: 7 } });
    const { id } = order as { id: number };
    worker().says({ type: 'alive', id });
    worker().says({ type: 'answer', id, text: '{"text":"ESTAB"}' });
    expect(await answer).toEqual({ text: 'ESTAB' });
  });

  test('that cannot be asked says why, and can be fixed', async () => {
    const { client, worker } = ready();
    const answer = client.ask('probe', {});
    const { id } = worker().received.at(-1) as { id: number };
    worker().says({ type: 'error', id, message: 'probe ‘x’: there is none', mendable: true });
    await expect(answer).rejects.toThrow(ParameterError);
  });

  test('may be given up', async () => {
    const { client, worker } = ready();
    const abort = new AbortController();
    const answer = client.ask('probe', {}, abort.signal);
    abort.abort();
    await expect(answer.catch(isAbort)).resolves.toBe(true);
    expect(worker().received.at(-1)).toMatchObject({ type: 'cancel' });
  });
});
