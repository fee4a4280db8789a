import { Interpreter, type Spawn } from './interpreter';
import type { Mounted, SentAnswer } from './messages';
import type { Limits, RuntimeStatus, RuntimeUrls } from './types';

export interface Question {
  name: string;
  /** By name. */
  args: object;
  /** What it is about. */
  mounted?: Mounted | undefined;
  /** Where Python is to put the file that it makes. */
  taken?: string | undefined;
  signal?: AbortSignal | undefined;
  /** How much is done, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
}

export interface Answered {
  answer: unknown;
  file: Uint8Array<ArrayBuffer> | undefined;
}

/**
 * A Python for the files of the reader's. It is one of its own: a file of 100 MB keeps no figure waiting, and when the
 * reader is done with it, all that Python knows of it goes, too.
 */
export class Reader {
  private readonly python: Interpreter;

  constructor(urls: RuntimeUrls, spawn: Spawn, limits: Limits) {
    this.python = new Interpreter(urls, spawn, limits);
  }

  status(): RuntimeStatus {
    return this.python.status();
  }

  subscribe(listener: (status: RuntimeStatus) => void): () => void {
    return this.python.subscribe(listener);
  }

  /** Load Python if nobody has asked for it yet. */
  start(): void {
    this.python.start({ answers: true });
  }

  /** Rejects as `Interpreter.ask` does. */
  async ask({ name, args, mounted, taken, signal, onProgress }: Question): Promise<Answered> {
    const order = { type: 'ask' as const, question: name, args, ...(mounted && { mounted }), ...(taken && { taken }) };
    const given = signal ?? new AbortController().signal;
    const { text, file } = (await this.python.ask(order, given, undefined, onProgress).answer) as SentAnswer;
    return { answer: JSON.parse(text), file };
  }

  /** Forgets everything. */
  end(): void {
    this.python.end();
  }
}
