import type { Params, Result } from '../model/types';

export type RuntimeStatus =
  { state: 'idle' } | { state: 'loading' } | { state: 'ready' } | { state: 'failed'; reason: string };

/** Absolute or root-relative addresses of what the plugin ships. */
export interface RuntimeUrls {
  worker: string;
  /** Folder of `pyodide.mjs`, ending in a slash. */
  pyodide: string;
  stdlib: string;
  sims: string;
  /** What Pyodide is told about packages: that there are none to be had. */
  lock: object;
}

export interface RunRequest {
  experiment: string;
  parameters: Params;
  seed: number;
  /** Whose run it is: a newer request with the same key takes the place of the older one. */
  key: string;
}

export interface Runtime {
  /** Load Python if nobody has asked for it yet. */
  start(): void;
  status(): RuntimeStatus;
  /** Calls `listener` at every change of status; gives back the way to stop that. */
  subscribe(listener: (status: RuntimeStatus) => void): () => void;
  /**
   * Run a model. Rejects with an AbortError (DOMException) if a newer request took its place or `signal` fired,
   * with a ParameterError if the reader can mend it, and with an Error that says why otherwise.
   */
  run(
    request: RunRequest,
    onPartial?: (result: Result, progress: number) => void,
    signal?: AbortSignal,
  ): Promise<Result>;
}
