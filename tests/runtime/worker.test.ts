/** The page's side and the worker's, with Python between them: what a browser does, without one. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CompleteResult } from '../../src/model/contract';
import { planOf } from '../../src/plugins/inflight/python/archives';
import { readModules } from '../../src/plugins/inflight/python/modules';
import { emptyLock, PYODIDE } from '../../src/plugins/inflight/python/start';
import { Client } from '../../src/runtime/client';
import { isAbort, ParameterError } from '../../src/runtime/errors';
import type { WorkerLike } from '../../src/runtime/interpreter';
import type { RuntimeUrls } from '../../src/runtime/types';
import { serve } from '../../src/runtime/worker/serve';
import { cpython, SIMULATIONS } from '../command-line';

const SINGLE = { experiment: 'congestion-window', parameters: { duration: 5 }, seed: 1 };
const IN_CELLS = { experiment: 'bandwidth-delay', parameters: {}, seed: 1 };

const modules = readModules(SIMULATIONS);
const { kernel, figures, rest } = planOf(modules);

/** As the build packs them, but as source. */
function archive(names: Iterable<string>): Uint8Array {
  const files = [...names].map((name) => modules.get(name)!);
  const texts = files.map(({ file, source }) => [file, new TextEncoder().encode(source)] as const);
  return gzipSync(zipSync(Object.fromEntries(texts), { level: 0 }));
}

const served = new Map<string, () => Uint8Array>([
  ['kernel', () => archive(kernel)],
  ['rest', () => archive(rest)],
  ...[...figures].map(([id, names]) => [id, () => archive(names)] as const),
]);
const fetched: string[] = [];

/** Node's Pyodide reads its own files itself. */
const file = (name: string): string => pathToFileURL(join(PYODIDE, name)).href;
const URLS: RuntimeUrls = {
  worker: '',
  frame: '',
  inside: '',
  pyodide: `${PYODIDE}/`,
  loader: file('pyodide.mjs'),
  engine: file('pyodide.asm.mjs'),
  wasm: join(PYODIDE, 'pyodide.asm.wasm'),
  stdlib: join(PYODIDE, 'python_stdlib.zip'),
  kernel: 'kernel',
  rest: 'rest',
  figures: Object.fromEntries([...figures.keys()].map((id) => [id, id])),
  lock: emptyLock(),
};

/** Node gives a port a thousand messages in a row, also those that came meanwhile: nobody else would get a turn. */
class Ticks {
  port1 = { onmessage: (): void => undefined };
  port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
}

const { MessageChannel } = globalThis;
const spawn = (): WorkerLike => {
  const { port1: page, port2: worker } = new MessageChannel();
  serve(worker, { load: (address) => import(/* @vite-ignore */ address), isShut: false });
  return Object.assign(page, { terminate: () => page.close(), onerror: null }) as unknown as WorkerLike;
};

const LIMITS = { silence: 60_000, silent: 'silent', broken: 'broken' };
const client = new Client(URLS, spawn, LIMITS);

beforeAll(async () => {
  vi.stubGlobal('MessageChannel', Ticks);
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    const content = served.get(address);
    return content ? new Response(content() as BodyInit) : new Response(null, { status: 404 });
  });
  client.start({ experiment: SINGLE.experiment });
  await vi.waitUntil(() => !['idle', 'loading'].includes(client.status().state), { timeout: 50_000 });
  expect(client.status()).toEqual({ state: 'ready' });
});
afterAll(() => void vi.unstubAllGlobals());

/** What the command line says of the same run. */
function printed({ experiment, parameters, seed }: typeof SINGLE | typeof IN_CELLS): CompleteResult {
  const given = Object.entries(parameters).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return JSON.parse(cpython('run', experiment, ...given, '--seed', `${seed}`, '--json')) as CompleteResult;
}

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each) => (each instanceof Float64Array ? [...each] : (each as unknown))));

describe('a run', () => {
  test('shows parts of itself, and comes to what the command line says', async () => {
    const parts: number[] = [];
    const result = await client.run({ key: 'a', ...SINGLE }, (_, progress) => parts.push(progress));
    expect(plain(result)).toEqual(printed(SINGLE));
    expect(parts.length).toBeGreaterThan(0);
    expect(parts).toEqual([...parts].sort((one, other) => one - other));
  });

  test('in cells comes to the same, with modules that came late', async () => {
    expect(fetched).not.toContain(IN_CELLS.experiment);
    const result = await client.run({ key: 'a', ...IN_CELLS });
    expect(plain(result)).toEqual(printed(IN_CELLS));
    await client.run({ key: 'a', ...IN_CELLS });
    expect(fetched.filter((address) => address === IN_CELLS.experiment)).toHaveLength(1);
  });

  test('gives way to a newer one', async () => {
    const long = { ...SINGLE, parameters: { duration: 60 } };
    const old = client.run({ key: 'a', ...long }).catch((error: unknown) => error);
    const result = await client.run({ key: 'a', ...SINGLE });
    expect(isAbort(await old)).toBe(true);
    expect(plain(result)).toEqual(printed(SINGLE));
  });

  test('stops while it is held, and goes on from there', async () => {
    const shares: number[] = [];
    const long = { ...SINGLE, parameters: { duration: 60 } };
    const run = client.run({ key: 'a', ...long }, (_, progress) => {
      if (shares.push(progress) === 1) client.hold('a', true);
    });
    await vi.waitUntil(() => shares.length > 0, { interval: 1 });
    // What was under way already arrives before this one's result.
    await client.run({ key: 'b', ...SINGLE });
    const before = shares.length;
    const isOver = await Promise.race([run.then(() => true), client.run({ key: 'b', ...long }).then(() => false)]);
    expect({ isOver, shares: shares.length }).toEqual({ isOver: false, shares: before });
    client.hold('a', false);
    expect(plain(await run)).toEqual(printed(long));
  });
});

describe('what cannot be done', () => {
  test('is told to the reader, who can mend it', async () => {
    const run = client.run({ key: 'a', ...SINGLE, parameters: { duration: -1 } });
    await expect(run).rejects.toBeInstanceOf(ParameterError);
    await expect(run).rejects.toThrow(/^[^\n]*duration[^\n]*$/i);
  });

  test('is told with its traceback otherwise', async () => {
    await expect(client.ask('nothing', {})).rejects.toThrow(/Traceback[^]*KeyError/);
  });

  test('is code outside the sandbox', async () => {
    const run = client.run({ key: 'a', experiment: 'your-algorithm', parameters: {}, seed: 1 });
    await expect(run).rejects.toThrow('runs in the sandbox only');
  });

  test('leaves Python as it was', async () => {
    expect(plain(await client.run({ key: 'a', ...SINGLE }))).toEqual(printed(SINGLE));
  });
});

test('a question is answered by modules that come when it is asked', async () => {
  const { families } = (await client.ask('families', {})) as { families: { id: string }[] };
  expect(families.map(({ id }) => id)).toContain('connect');
  expect(fetched.filter((address) => address === 'rest')).toHaveLength(1);
});

test('a line of a call that can’t be done says what can, without a traceback', async () => {
  const turn = client.ask('turn', { seed: 7, level: 1, family: '', kernel: '6.12', before: [], line: ':mitigate' });
  await expect(turn).rejects.toThrow(/^mitigation '': must be one of /);
});
