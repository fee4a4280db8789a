/** The programs of workers and sandbox, as they are shipped: run by themselves, where there is nothing to import from. */
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { compileProgram } from '../../src/plugins/inflight/programs';
import { URLS } from '../runtime/urls';

const SITE = join(__dirname, '../..');

/** Starts one among `globals`, as a classic script. */
async function start(entry: string, globals: object): Promise<object> {
  const code = new TextDecoder().decode(await compileProgram(SITE, entry));
  return runInContext(`${code};globalThis`, createContext(globals)) as object;
}

/** A message, as it comes to a listener. */
const said = (data: unknown, ...ports: object[]) => ({ data, ports });

test('the worker tells the page why there is no Python', async () => {
  const postMessage = vi.fn();
  const fetch = async (): Promise<never> => Promise.reject(new Error('offline'));
  const worker = (await start('runtime/worker/index.ts', { postMessage, fetch })) as {
    onmessage: (message: object) => void;
  };
  worker.onmessage(said({ type: 'start', urls: URLS, need: {} }));
  await vi.waitFor(() => expect(postMessage).toHaveBeenCalled());
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'failed', reason: expect.any(String) }, []);
});

describe('in the sandbox', () => {
  test('the frame obeys its parent alone, and hands over what it gets', async () => {
    const listeners = new Set<(message: object) => void>();
    const posted = vi.fn();
    class Worker {
      onmessage = (): void => undefined;
      postMessage = posted;
      constructor() {
        queueMicrotask(() => this.onmessage());
      }
    }
    const parent = {};
    await start('runtime/sandbox/frame.ts', {
      ...{ parent, Worker, Blob, URL },
      addEventListener: (_: string, listener: (message: object) => void) => listeners.add(listener),
      removeEventListener: (_: string, listener: (message: object) => void) => listeners.delete(listener),
    });
    const [begin] = listeners;
    const content = new ArrayBuffer(1);
    const files = [['/k.bin', content]];
    const page = {};
    begin!({ source: {}, ...said({ program: '', files }, page) });
    await Promise.resolve();
    expect(posted).not.toHaveBeenCalled();
    begin!({ source: parent, ...said({ program: '', files }, page) });
    await Promise.resolve();
    expect(posted).toHaveBeenCalledExactlyOnceWith(files, [page, content]);
    expect(listeners.size).toBe(0);
  });

  test('the worker has the files it was handed, no others, and little memory', async () => {
    const postMessage = vi.fn();
    const outside = vi.fn();
    const globals = { postMessage, fetch: outside, importScripts: outside, Response };
    const worker = (await start('runtime/sandbox/inside.ts', globals)) as typeof globals & {
      onmessage: (message: object) => void;
      WebAssembly: typeof WebAssembly;
    };
    expect(postMessage).toHaveBeenCalledExactlyOnceWith('ready');
    worker.onmessage(said([['/k.bin', new Uint8Array([1, 2]).buffer]], {}));
    expect(new Uint8Array(await (await worker.fetch('/k.bin')).arrayBuffer())).toEqual(new Uint8Array([1, 2]));
    expect((await worker.fetch('/elsewhere')).ok).toBe(false);
    expect(worker.importScripts).toBeUndefined();
    expect(outside).not.toHaveBeenCalled();
    const memory = new worker.WebAssembly.Memory({ initial: 1 });
    expect(memory.grow(1)).toBe(1);
    expect(() => memory.grow(8192)).toThrow('no more memory');
  });
});
