/** One sandbox for one hand-in: what comes of code that answers, hangs, breaks and lies, and that nothing stays behind. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isAbort, LostError } from '../../src/runtime/errors';
import { NO_RESULT } from '../../src/runtime/messages';
import { makeAskOnce, STUDENTS } from '../../src/runtime/once';
import { FakeWorker } from './fake-worker';
import { URLS } from './urls';

const RUNS = [{ seed: 'a' }, { seed: 'b' }, { seed: 'c' }];

function setUp(most = 2) {
  const workers: FakeWorker[] = [];
  const ask = makeAskOnce(() => {
    workers.push(new FakeWorker());
    return workers.at(-1)!;
  }, most);
  const abort = new AbortController();
  const begin = (runs: { code?: unknown }[] = RUNS as object[]) => {
    const answers = ask(URLS, STUDENTS, 'decisions', runs, abort.signal);
    answers.catch(() => undefined); // looked at later
    return answers;
  };
  return { workers, worker: () => workers.at(-1)!, abort, begin };
}

const orders = (worker: FakeWorker) => worker.received.filter((message) => message.type === 'ask');

async function ready() {
  const all = setUp();
  const answers = all.begin();
  await vi.waitFor(() => expect(all.workers).toHaveLength(1));
  const worker = all.worker();
  worker.says({ type: 'ready' });
  await vi.waitFor(() => expect(orders(worker)).toHaveLength(1));
  const answer = async (text: string): Promise<void> => {
    const asked = orders(worker);
    worker.says({ type: 'answer', id: asked.at(-1)!.id, text });
    if (asked.length < RUNS.length) await vi.waitFor(() => expect(orders(worker)).toHaveLength(asked.length + 1));
  };
  return { ...all, worker, answers, answer };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('answers come in the order of the runs, and the Python is gone', async () => {
  const { worker, workers, answers, answer } = await ready();
  for (const text of ['{"decisions": [1, 0, 0]}', '{"error": "line 3: no"}', '{"decisions": []}']) await answer(text);
  expect(await answers).toEqual(['{"decisions": [1, 0, 0]}', '{"error": "line 3: no"}', '{"decisions": []}']);
  expect(orders(worker).map(({ question, args }) => [question, args])).toEqual(RUNS.map((run) => ['decisions', run]));
  expect(worker.terminated).toBe(true);
  expect(workers).toHaveLength(1);
});

test('nothing to run starts nothing', async () => {
  const { workers, begin } = setUp();
  expect(await begin([])).toEqual([]);
  expect(workers).toHaveLength(0);
});

describe('what goes wrong is told in one line', () => {
  test('an endless loop: nothing for ten seconds, for this run and those that follow', async () => {
    const { worker, workers, answers, answer } = await ready();
    await answer('{"decisions": []}');
    await vi.advanceTimersByTimeAsync(STUDENTS.silence + 1000);
    const error = { error: STUDENTS.silent };
    expect(await answers).toEqual(['{"decisions": []}', error, error]);
    expect(worker.terminated).toBe(true);
    expect(workers, 'no other one is started').toHaveLength(1);
  });

  test('alive, but never done', async () => {
    const { worker, answers } = await ready();
    for (let second = 0; second < 61; second++) {
      worker.says({ type: 'alive', id: orders(worker)[0]!.id });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(await answers).toEqual(RUNS.map(() => ({ error: STUDENTS.slow })));
    expect(worker.terminated).toBe(true);
  });

  test.each([
    ['a breakdown', 'null function', STUDENTS.broken],
    ['what is no result', NO_RESULT, STUDENTS.noResult],
  ])('%s', async (_, reason, error) => {
    const { worker, answers } = await ready();
    worker.says({ type: 'broken', reason });
    expect(await answers).toEqual(RUNS.map(() => ({ error })));
  });

  test.each([
    ['Traceback (most recent call last):\n  File …\nMemoryError', STUDENTS.memory],
    ['Traceback (most recent call last):\n  File …\nKeyError: 1', STUDENTS.broken],
  ])('an error that left the run: %j; the next run is asked for', async (message, error) => {
    const { worker, answers, answer } = await ready();
    worker.says({ type: 'error', id: orders(worker)[0]!.id, message, mendable: false });
    await vi.waitFor(() => expect(orders(worker)).toHaveLength(2));
    await answer('{"decisions": []}');
    await answer('{"decisions": []}');
    expect(await answers).toEqual([{ error }, '{"decisions": []}', '{"decisions": []}']);
  });

  test('what is sent comes back as it is: Python judges it', async () => {
    const { answers, answer } = await ready();
    const texts = ['[[[', '{"error": {}}', ''];
    for (const text of texts) await answer(text);
    expect(await answers).toEqual(texts);
  });

  test.each([
    ['answers', { type: 'answer', id: 99, text: 'x'.repeat(2 ** 20) }],
    ['signs of life', { type: 'alive', id: 1 }],
  ] as const)('a flood of %s', async (_, message) => {
    const { worker, answers } = await ready();
    for (let sent = 0; sent < 400_000 && !worker.terminated; sent++) worker.says(message);
    expect(worker.terminated).toBe(true);
    expect(await answers).toEqual(RUNS.map(() => ({ error: STUDENTS.noResult })));
  });

  test('the result of a figure in place of an answer', async () => {
    const { worker, answers, answer } = await ready();
    worker.answers('done', orders(worker)[0]!.id, [1]);
    await vi.waitFor(() => expect(orders(worker)).toHaveLength(2));
    await answer('{}');
    await answer('{}');
    expect(await answers).toEqual([{ error: STUDENTS.noResult }, '{}', '{}']);
  });
});

test('each code has a Python of its own, and all of them one span of time', async () => {
  const { workers, begin } = setUp();
  const answers = begin([{ code: 'a' }, { code: 'a' }, { code: 'b' }, { code: 'c' }]);
  const run = async (place: number, seconds: number): Promise<void> => {
    await vi.waitFor(() => expect(workers).toHaveLength(place + 1));
    workers[place]!.says({ type: 'ready' });
    await vi.waitFor(() => expect(orders(workers[place]!)).toHaveLength(1));
    for (let second = 0; second < seconds; second++) {
      workers[place]!.says({ type: 'alive', id: 1 });
      await vi.advanceTimersByTimeAsync(1000);
    }
  };
  await run(0, 1);
  workers[0]!.says({ type: 'broken', reason: 'boom' });
  await run(1, 61);
  const [broken, slow] = [{ error: STUDENTS.broken }, { error: STUDENTS.slow }];
  expect(await answers).toEqual([broken, broken, slow, slow]);
  expect(workers).toHaveLength(2);
});

describe('Python that is not to be had is nobody’s mistake', () => {
  test('it says so', async () => {
    const { worker, workers, begin } = setUp();
    const answers = begin();
    await vi.waitFor(() => expect(workers).toHaveLength(1));
    worker().says({ type: 'failed', reason: 'no WebAssembly' });
    await expect(answers).rejects.toThrow(LostError);
  });

  test('it never comes', async () => {
    const { worker, begin } = setUp();
    const answers = begin();
    await vi.advanceTimersByTimeAsync(STUDENTS.start + 1);
    await expect(answers).rejects.toThrow(LostError);
    expect(worker().terminated).toBe(true);
  });
});

describe('two at a time', () => {
  test('the third one waits for a place', async () => {
    const { workers, begin } = setUp();
    const [first] = [begin([{}]), begin([{}]), begin([{}])];
    await vi.advanceTimersByTimeAsync(0);
    expect(workers).toHaveLength(2);
    workers[0]!.says({ type: 'ready' });
    await vi.waitFor(() => expect(orders(workers[0]!)).toHaveLength(1));
    workers[0]!.says({ type: 'answer', id: 1, text: '{}' });
    await first;
    await vi.waitFor(() => expect(workers).toHaveLength(3));
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false, false]);
  });

  test('who gives up leaves his place, and his Python, and no more', async () => {
    const { workers, worker, abort, begin } = setUp(1);
    const running = begin([{}]);
    const waiting = begin([{}]);
    await vi.advanceTimersByTimeAsync(0);
    worker().says({ type: 'ready' });
    abort.abort();
    for (const each of [running, waiting, begin([{}])]) expect(isAbort(await each.catch((error) => error))).toBe(true);
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
  });
});

describe('the command line says and allows the same', () => {
  const read = (...path: string[]) => readFileSync(join(__dirname, '..', '..', ...path), 'utf8');

  test('sentences', () => {
    const python = read('simulations', 'inflight', 'classroom', 'sandbox_words.py');
    const sentences = [...python.matchAll(/"([^"\n]+)"$/gm)].map(([, text]) => text!);
    const filled = (seconds: number) => sentences.map((text) => text.replace('{seconds:g}', String(seconds)));
    const said = [...filled(STUDENTS.silence / 1000), ...filled(STUDENTS.total / 1000)];
    const { silent, slow, memory, broken, noResult } = STUDENTS;
    expect(said).toEqual(expect.arrayContaining([silent, slow, memory, broken, noResult]));
  });

  test('times', () => {
    const python = read('simulations', 'inflight', 'classroom', 'jail', 'limits.py');
    const seconds = (name: string) => Number(new RegExp(`${name}: float = (\\d+)`).exec(python)![1]);
    expect(seconds('silence') * 1000).toBe(STUDENTS.silence);
    expect(seconds('total') * 1000).toBe(STUDENTS.total);
  });

  test('amounts', () => {
    const python = read('simulations', 'inflight', 'classroom', 'jail', 'limits.py');
    const [, amount, shift] = /output: int = (\d+) << (\d+)/.exec(python)!;
    expect(Number(amount) * 2 ** Number(shift)).toBe(STUDENTS.output);
  });

  test('memory', () => {
    const cap = (text: string) => /const MEMORY = .*;/.exec(text)![0];
    const jail = read('simulations', 'inflight', 'classroom', 'jail', 'jail.mjs');
    expect(cap(jail)).toBe(cap(read('src', 'runtime', 'sandbox', 'memory.ts')));
  });
});
