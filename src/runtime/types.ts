import type { Params } from '../model/contract';
import type { Result } from '../model/types';

/** What is to be run. */
export interface Setting {
  experiment: string;
  parameters: Params;
  seed: number;
}

export type RuntimeStatus =
  { state: 'idle' } | { state: 'loading' } | { state: 'ready' } | { state: 'failed'; reason: string };

/** Absolute or root-relative addresses of what the plugin ships. */
export interface RuntimeUrls {
  worker: string;
  /** Folder of Pyodide's files, ending in a slash. */
  pyodide: string;
  /** Its modules: the one that is called, and the one that holds Python. */
  loader: string;
  engine: string;
  wasm: string;
  /** Archives of byte code (`plugins/inflight/python/archives.ts`): the part of the standard library that figures need, */
  stdlib: string;
  /** what runs any figure, what each needs besides, by experiment, */
  kernel: string;
  figures: Record<string, string>;
  /** and all that is no figure's. */
  rest: string;
  /** The sandbox: its document, and the program of the worker in it. */
  frame: string;
  inside: string;
  /** What Pyodide is told about packages: that there are none to be had. */
  lock: object;
}

/** What Python begins with; anything else comes when an order needs it. */
export interface Need {
  experiment?: string;
  /** What answers questions that are no figure's. */
  answers?: boolean;
  /** Only to give its memory away, from which others begin. */
  makesMemory?: boolean;
}

/** When a worker is given up, and what the reader is then told. */
export interface Limits {
  /** Milliseconds without a word while a run is under way: it hangs in one slice. */
  silence: number;
  silent: string;
  broken: string;
}

export interface RunRequest extends Setting {
  /** Whose run it is: a newer request with the same key takes the place of the older one. */
  key: string;
}

export interface Runtime {
  /** Load Python if nobody has asked for it yet, and first what it will be needed for. */
  start(need: Need): void;
  status(): RuntimeStatus;
  /** Calls `listener` at every change of status; gives back the way to stop that. */
  subscribe(listener: (status: RuntimeStatus) => void): () => void;
  /**
   * Run a model. Rejects with an AbortError (DOMException) if a newer request took its place or `signal` fired,
   * with a ParameterError if the reader can fix it, and with an Error that says why otherwise.
   */
  run(
    request: RunRequest,
    onPartial?: (result: Result, progress: number) => void,
    signal?: AbortSignal,
  ): Promise<Result>;
  /**
   * Ask Python something that is no figure (`inflight.bridge:ask`), with arguments by name; what it answers is JSON, and
   * comes parsed. Rejects as `run` does. `onProgress` hears how much is done, 0 to 1, where Python says so.
   */
  ask(question: string, args: object, signal?: AbortSignal, onProgress?: (share: number) => void): Promise<unknown>;
  /** Stop the run of that key where it is, or let it go on. */
  hold(key: string, held: boolean): void;
}
