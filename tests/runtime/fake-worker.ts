import type { WorkerLike } from '../../src/runtime/interpreter';
import type { FromWorker, ToWorker } from '../../src/runtime/messages';

/** A worker that does what a test tells it to, and remembers what it was told. */
export class FakeWorker implements WorkerLike {
  readonly received: ToWorker[] = [];
  terminated = false;
  /** Does it no longer look at its messages? */
  hangs = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;
  private readonly answered = new Set<number>();

  postMessage(message: ToWorker): void {
    this.received.push(message);
    if (this.hangs) return;
    if (message.type === 'cancel') this.says({ type: 'cancelled', id: message.id });
    if (message.type === 'hold') this.says({ type: 'held', id: message.id });
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

  /** Answers that what it was asked for is a run in cells. */
  hasCells(count: number, known: number[] = []): void {
    const values = known.map((index): [number, Float64Array] => [index, Float64Array.of(index)]);
    this.says({ type: 'cells', id: this.runs.at(-1)!, count, known: values });
  }

  answers(type: 'partial' | 'done', id: number, values: number[]): void {
    const head = JSON.stringify({
      experiment: 'x',
      columns: [{ name: 't', unit: 's', meaning: '', quantity: 'time' }],
      tables: {},
    });
    this.says({
      type,
      id,
      head,
      columns: [['t', Float64Array.from(values)]],
      tables: [],
      progress: type === 'done' ? 1 : 0.5,
    });
  }

  /** The order of a cell that it has not answered, if it has one. */
  get cell(): (ToWorker & { type: 'cell' }) | undefined {
    const isOpen = (id: number): boolean => !this.answered.has(id) && !this.cancelled.includes(id);
    return this.received.filter((message) => message.type === 'cell').find(({ id }) => isOpen(id));
  }

  /** Ends the cell it has with its index as value. */
  finishes(): void {
    const { id, index } = this.cell!;
    this.answered.add(id);
    this.says({ type: 'values', id, values: Float64Array.of(index) });
  }

  /** The ids of the runs it was asked for, in order. */
  get runs(): number[] {
    return this.received.flatMap((message) => (message.type === 'run' ? [message.id] : []));
  }

  get cancelled(): number[] {
    return this.received.flatMap((message) => (message.type === 'cancel' ? [message.id] : []));
  }
}
