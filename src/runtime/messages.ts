/** What goes between the page and its workers (`worker/`). */
import type { Need, RuntimeUrls, Setting } from './types';

/** Why something counts as `broken` that sent what is none of these. */
export const NO_RESULT = 'what it sent isn’t a result';

/** Work for Python, with the answer that ends it: `done`, or what is said beside it. */
export type Order =
  /** An experiment in cells does not begin; it says which there are: `cells`. */
  | ({ type: 'run' } & Setting)
  /** One cell of a run: `values`. */
  | ({ type: 'cell'; index: number } & Setting)
  /** The result of the cells that are there; `done`: these are all. */
  | ({ type: 'combine'; indices: number[]; values: Float64Array[]; done: boolean } & Setting)
  /**
   * A question to another part of Python than its figures, with arguments by name: `answer`. `mounted`: files of the
   * reader's that it is about. `taken`: a file that Python writes for it, which goes to the page with the answer.
   */
  | { type: 'ask'; question: string; args: object; mounted?: Mounted; taken?: string };

/** Files of the reader's as Python sees them: `folder/0`, `folder/1`. They are read where they lie, and never copied. */
export interface Mounted {
  /** Another one for other files. */
  folder: string;
  files: readonly Blob[];
}

type AnyToWorker =
  | { type: 'start'; urls: RuntimeUrls; need: Need }
  | (Order & { id: number })
  | { type: 'cancel'; id: number }
  /** Stop where it is, and go on from there. */
  | { type: 'hold'; id: number }
  | { type: 'go'; id: number };

/** All that is sent to a worker, or messages of one type. */
export type ToWorker<Type extends AnyToWorker['type'] = AnyToWorker['type']> = Extract<AnyToWorker, { type: Type }>;

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; reason: string }
  /** Python itself has gone to pieces, and needs to be started anew. */
  | { type: 'broken'; reason: string }
  /** A sign of life of a cell, of a question, or of an order whose modules are on their way. `progress`: 0 to 1. */
  | { type: 'alive'; id: number; progress?: number }
  /** In place of `ready`: what Python's memory is once it has started. */
  | { type: 'memory'; memory: ArrayBuffer }
  | { type: 'held'; id: number }
  | { type: 'cancelled'; id: number }
  /** `line`: of the reader's own code. */
  | { type: 'error'; id: number; message: string; mendable: boolean; line?: number }
  | SentResult
  | SentCells
  | SentValues
  | SentAnswer;

/** What ends an order well. */
export type Answer = SentResult | SentCells | SentValues | SentAnswer;

export interface SentResult {
  type: 'partial' | 'done';
  id: number;
  progress: number;
  /** JSON of a `SentHead`. */
  head: string;
  columns: [name: string, Float64Array][];
  /** Those that the run fills as it goes; all when it is done. */
  tables: [table: string, name: string, Float64Array][];
}

/** How many cells a run has, and the values of those that an earlier run has had. */
export interface SentCells {
  type: 'cells';
  id: number;
  count: number;
  known: [index: number, Float64Array][];
}

export interface SentValues {
  type: 'values';
  id: number;
  values: Float64Array;
}

export interface SentAnswer {
  type: 'answer';
  id: number;
  /** JSON. */
  text: string;
  /** What Python has written, if that was asked for. */
  file?: Uint8Array<ArrayBuffer>;
}
