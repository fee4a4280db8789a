import { createStore } from '../model/store';
import { abortError, LostError, ParameterError } from './errors';
import type { Answer, FromWorker, Order, SentResult, ToWorker } from './messages';
import type { Limits, Need, RuntimeStatus, RuntimeUrls } from './types';

/** What is needed of a Worker. */
export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

export type Spawn = (urls: RuntimeUrls, need: Need) => WorkerLike;

/** An order that was given. */
export interface Task {
  /**
   * Rejects with an AbortError (DOMException) when it was given up, a ParameterError if the reader can fix it, a
   * LostError if it is Python that failed, and an Error that says why otherwise.
   */
  answer: Promise<Answer>;
  /** Stop where it is, or go on from there. */
  hold: (held: boolean) => void;
}

/** After a long pause of the page itself, messages may wait behind the alarm: a second look after this. */
const SECOND_LOOK_MS = 250;

interface Pending {
  id: number;
  order: Order;
  onPartial: (part: SentResult) => void;
  onProgress: (share: number) => void;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  release: () => void;
}

/** One Python in one worker: started when there is something to do, and anew when it has gone to pieces. */
export class Interpreter {
  private worker: WorkerLike | null = null;
  private need: Need = {};
  private readonly store = createStore<RuntimeStatus>({ state: 'idle' });
  readonly status = this.store.get;
  readonly subscribe = this.store.subscribe;
  private readonly become = this.store.set;
  private readonly pending = new Map<number, Pending>();
  /** What the worker is busy with, also what nobody waits for any more. */
  private readonly busy = new Set<number>();
  private lastId = 0;
  private alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly urls: RuntimeUrls,
    private readonly spawn: Spawn,
    private readonly limits: Limits,
  ) {}

  start(need: Need): void {
    if (this.worker) return;
    this.need = need;
    this.become({ state: 'loading' });
    try {
      this.worker = this.spawn(this.urls, need);
    } catch (error) {
      this.fail(String(error));
      return;
    }
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.receive(event.data);
    this.worker.onerror = (event: ErrorEvent) => {
      event.preventDefault?.();
      this.fail(event.message || 'the worker didn’t start');
    };
    this.post({ type: 'start', urls: this.urls, need });
  }

  /** Starts it, and calls back as soon as it is ready, unless that is no longer wanted. */
  whenReady(need: Need, act: () => void, signal: AbortSignal): void {
    this.start(need);
    if (this.status().state === 'ready') {
      act();
      return;
    }
    const forget = this.subscribe(({ state }) => {
      if (state !== 'ready') return;
      signal.removeEventListener('abort', forget);
      forget();
      act();
    });
    signal.addEventListener('abort', forget, { once: true });
  }

  /** Gives its memory back, and whatever it was doing up. */
  end(): void {
    this.discardWorker();
    this.become({ state: 'idle' });
    this.rejectAll(new LostError('Python was stopped'));
  }

  ask(
    order: Order,
    signal: AbortSignal,
    onPartial: Pending['onPartial'] = () => {},
    onProgress: Pending['onProgress'] = () => {},
  ): Task {
    const id = ++this.lastId;
    const answer = new Promise<Answer>((resolve, reject) => {
      if (signal.aborted) {
        reject(abortError());
        return;
      }
      const abort = () => this.drop(entry);
      const release = () => signal.removeEventListener('abort', abort);
      const entry: Pending = { id, order, onPartial, onProgress, resolve, reject, release };
      signal.addEventListener('abort', abort);
      this.pending.set(id, entry);
      this.start(order.type === 'ask' ? { answers: true } : { experiment: order.experiment });
      if (this.status().state === 'ready') this.send(entry);
    });
    return { answer, hold: (held) => this.hold(id, held) };
  }

  private hold(id: number, held: boolean): void {
    if (!this.pending.has(id) || this.status().state !== 'ready') return;
    this.post({ type: held ? 'hold' : 'go', id });
    if (!held) this.expect(id);
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  private send({ id, order }: Pending): void {
    this.post({ ...order, id });
    this.expect(id);
  }

  private expect(id: number): void {
    this.busy.add(id);
    if (this.alarm === undefined) this.watch();
  }

  private receive(message: FromWorker): void {
    if (message.type === 'ready') {
      this.become({ state: 'ready' });
      for (const entry of this.pending.values()) this.send(entry);
      return;
    }
    if (message.type === 'failed') {
      this.fail(message.reason);
      return;
    }
    if (message.type === 'broken') {
      this.respawn(`${this.limits.broken} (${message.reason})`);
      return;
    }
    if (message.type === 'memory') return; // nobody asked for it here
    const entry = this.pending.get(message.id);
    const isUnderWay = message.type === 'partial' || message.type === 'alive';
    if (!isUnderWay) this.busy.delete(message.id);
    else if (!entry) return; // not a sign of life: it was told to stop
    this.watch();
    if (!entry) return; // its answer was on the way when it was dropped
    switch (message.type) {
      case 'partial':
        entry.onPartial(message);
        break;
      case 'alive':
        if (message.progress !== undefined) entry.onProgress(message.progress);
        break;
      case 'done':
      case 'cells':
      case 'values':
      case 'answer':
        this.settle(entry);
        entry.resolve(message);
        break;
      case 'error':
        this.settle(entry);
        entry.reject(message.mendable ? new ParameterError(message.message, message.line) : new Error(message.message));
    }
  }

  private settle(entry: Pending): void {
    this.pending.delete(entry.id);
    entry.release();
  }

  private drop(entry: Pending): void {
    this.settle(entry);
    if (this.status().state === 'ready') this.post({ type: 'cancel', id: entry.id });
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
    this.busy.clear();
    this.worker?.terminate();
    this.worker = null;
  }

  /** Python is not to be had; the next `start()` tries again. */
  private fail(reason: string): void {
    this.discardWorker();
    this.become({ state: 'failed', reason });
    this.rejectAll(new LostError(reason));
  }

  private watch(): void {
    this.unwatch();
    if (this.busy.size === 0) return;
    this.alarm = setTimeout(() => {
      this.alarm = setTimeout(() => this.respawn(this.limits.silent), SECOND_LOOK_MS);
    }, this.limits.silence);
  }

  private unwatch(): void {
    clearTimeout(this.alarm);
    this.alarm = undefined;
  }

  private respawn(reason: string): void {
    this.discardWorker();
    this.rejectAll(new LostError(reason));
    this.start(this.need);
  }
}
