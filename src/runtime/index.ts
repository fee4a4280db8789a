import { Client } from './client';
import type { Runtime, RuntimeUrls } from './types';

export { isAbort, ParameterError } from './errors';
export type { RunRequest, Runtime, RuntimeStatus, RuntimeUrls } from './types';

let runtime: Runtime | undefined;

/** The visit's only runtime: it lives on when the reader goes to another page of the book. */
export function getRuntime(urls: RuntimeUrls): Runtime {
  return (runtime ??= new Client(absolute(urls), (url) => new Worker(url, { type: 'module' })));
}

/** Seen from a worker, a relative address means something else. */
function absolute(urls: RuntimeUrls): RuntimeUrls {
  const from = (url: string) => new URL(url, window.location.href).href;
  return {
    ...urls,
    worker: from(urls.worker),
    pyodide: from(urls.pyodide),
    stdlib: from(urls.stdlib),
    sims: from(urls.sims),
  };
}
