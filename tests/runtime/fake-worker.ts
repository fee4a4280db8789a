import type { WorkerLike } from '../../src/runtime/client';
import type { FromWorker, ToWorker } from '../../src/runtime/messages';

/** A worker that does what a test tells it to, and remembers what it was told. */
export class FakeWorker implements WorkerLike {
  readonly received: ToWorker[] = [];
  terminated = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;

  postMessage(message: ToWorker): void {
    this.received.push(message);
  }

  terminate(): void {
    this.terminated = true;
  }

  says(message: FromWorker): void {
    this.onmessage?.call(this as unknown as Worker, { data: message } as MessageEvent);
  }

  breaks(message: string): void {
    this.onerror?.call(this as unknown as Worker, { message } as ErrorEvent);
  }

  answers(type: 'partial' | 'done', id: number, values: number[]): void {
    const head = JSON.stringify({
      experiment: 'x',
      columns: [{ name: 't', unit: 's', meaning: '', quantity: 'time' }],
    });
    this.says({ type, id, head, columns: [['t', Float64Array.from(values)]], progress: type === 'done' ? 1 : 0.5 });
  }

  /** The ids of the runs it was asked for, in order. */
  get runs(): number[] {
    return this.received.flatMap((message) => (message.type === 'run' ? [message.id] : []));
  }

  get cancelled(): number[] {
    return this.received.flatMap((message) => (message.type === 'cancel' ? [message.id] : []));
  }
}
