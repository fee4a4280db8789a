import type { Result, ResultHead, ColumnHead } from '../model/types';
import { abortError, ParameterError } from './errors';
import type { FromWorker, ToWorker } from './messages';
import type { RunRequest, Runtime, RuntimeStatus, RuntimeUrls } from './types';

/** What the client needs of a Worker. */
export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** A worker that says nothing for so long while a run is under way hangs in one slice. */
const STUCK_MS = 5000;

/** After a long pause of the page itself, messages may wait behind the alarm: a second look after this. */
const SECOND_LOOK_MS = 250;

interface Pending {
  id: number;
  request: RunRequest;
  onPartial: (result: Result, progress: number) => void;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
  release: () => void;
}

/** The page's side of the worker: one per visit, shared by all figures. */
export class Client implements Runtime {
  private worker: WorkerLike | null = null;
  private current: RuntimeStatus = { state: 'idle' };
  private readonly listeners = new Set<(status: RuntimeStatus) => void>();
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly urls: RuntimeUrls,
    private readonly spawn: (url: string) => WorkerLike,
  ) {}

  status(): RuntimeStatus {
    return this.current;
  }

  subscribe(listener: (status: RuntimeStatus) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  start(): void {
    if (this.worker) return;
    this.become({ state: 'loading' });
    try {
      this.worker = this.spawn(this.urls.worker);
    } catch (error) {
      this.fail(String(error));
      return;
    }
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    this.worker.onerror = (event: ErrorEvent) => {
      event.preventDefault?.();
      this.fail(event.message || 'the worker could not be started');
    };
    this.post({ type: 'start', urls: this.urls });
  }

  run(request: RunRequest, onPartial: Pending['onPartial'] = () => {}, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(abortError());
        return;
      }
      for (const older of this.pending.values()) if (older.request.key === request.key) this.drop(older);
      const id = ++this.lastId;
      const abort = () => this.drop(entry);
      const release = () => signal?.removeEventListener('abort', abort);
      const entry: Pending = { id, request, onPartial, resolve, reject, release };
      signal?.addEventListener('abort', abort);
      this.pending.set(id, entry);
      this.start();
      if (this.current.state === 'ready') this.send(entry);
    });
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private send({ id, request: { experiment, parameters, seed } }: Pending): void {
    this.post({ type: 'run', id, experiment, parameters, seed });
    if (this.alarm === undefined) this.watch();
  }

  private receive(message: FromWorker): void {
    this.watch();
    if (message.type === 'ready') {
      this.become({ state: 'ready' });
      for (const entry of this.pending.values()) this.send(entry);
      return;
    }
    if (message.type === 'failed') {
      this.fail(message.reason);
      return;
    }
    const entry = this.pending.get(message.id);
    if (!entry) return; // its answer was on the way when it was dropped
    switch (message.type) {
      case 'partial':
        entry.onPartial(toResult(message), message.progress);
        break;
      case 'done':
        this.settle(entry);
        entry.resolve(toResult(message));
        break;
      case 'error':
        this.settle(entry);
        entry.reject(message.mendable ? new ParameterError(message.message) : new Error(message.message));
    }
  }

  private settle(entry: Pending): void {
    this.pending.delete(entry.id);
    entry.release();
    if (this.pending.size === 0) this.unwatch();
  }

  private drop(entry: Pending): void {
    this.settle(entry);
    if (this.current.state === 'ready') this.post({ type: 'cancel', id: entry.id });
    entry.reject(abortError());
  }

  private rejectAll(error: Error): void {
    for (const entry of [...this.pending.values()]) {
      this.settle(entry);
      entry.reject(error);
    }
  }

  private discardWorker(): void {
    this.unwatch();
    this.worker?.terminate();
    this.worker = null;
  }

  /** Python is not to be had; the next `start()` tries again. */
  private fail(reason: string): void {
    this.discardWorker();
    this.become({ state: 'failed', reason });
    this.rejectAll(new Error(reason));
  }

  private become(status: RuntimeStatus): void {
    this.current = status;
    for (const listener of this.listeners) listener(status);
  }

  private watch(): void {
    this.unwatch();
    if (this.pending.size === 0 || this.current.state !== 'ready') return;
    this.alarm = setTimeout(() => {
      this.alarm = setTimeout(() => this.respawn(), SECOND_LOOK_MS);
    }, STUCK_MS);
  }

  private unwatch(): void {
    clearTimeout(this.alarm);
    this.alarm = undefined;
  }

  private respawn(): void {
    this.discardWorker();
    this.rejectAll(new Error(`The model gave no sign of life for ${STUCK_MS / 1000} seconds and was stopped.`));
    this.start();
  }
}

function toResult({ head, columns }: { head: string; columns: [string, Float64Array][] }): Result {
  const rest = JSON.parse(head) as ResultHead & { columns: ColumnHead[] };
  const values = new Map(columns);
  return {
    ...rest,
    columns: rest.columns.map((column) => ({ ...column, values: values.get(column.name) ?? new Float64Array() })),
  };
}
