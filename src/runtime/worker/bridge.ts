/** What Python's `inflight.bridge` looks like from JavaScript. */
import type { PyProxy } from 'pyodide/ffi';

/** Work that is advanced in slices (`bridge/stepped.py`). */
export interface Stepped extends PyProxy {
  /** Advances for about so many milliseconds; true when all is done. */
  step(budget: number): boolean;
}

/** Something of Python's that JavaScript can have a copy of. */
interface Copied<Copy> extends PyProxy {
  toJs(): Copy;
}

/** The page gets the copy's memory, not a copy of that. */
export type Numbers = Float64Array<ArrayBuffer>;

/** A result, complete or not. */
export interface Shown extends PyProxy {
  progress: number;
  columns(): Copied<[name: string, Numbers][]>;
  tables(): Copied<[table: string, name: string, Numbers][]>;
  /** JSON of a `SentHead`. */
  head(): string;
}

/** `inflight.bridge`; parameters are JSON. */
export interface FigureBridge {
  /** JSON of an `Experiment`. */
  describe(experiment: string): string;
  /** JSON of a complete result. */
  run(experiment: string, parameters: string): string;
  takes_code(experiment: string): boolean;
  start(experiment: string, parameters: string, seed: number): Shown & Stepped;
  cells(experiment: string, parameters: string): number;
  known_cells(experiment: string, parameters: string, seed: number): Copied<[index: number, Numbers][]>;
  start_cell(
    experiment: string,
    parameters: string,
    seed: number,
    index: number,
  ): Stepped & { values(): Copied<Numbers> };
  /** `indices` and `values` are lists of Python's. */
  combine(
    experiment: string,
    parameters: string,
    seed: number,
    indices: PyProxy,
    values: PyProxy,
    done: boolean,
  ): Shown;
}

/** `inflight.bridge.answers`; arguments and answer are JSON. */
export interface AnswerBridge {
  ask(question: string, args: string): Stepped & { text(): string; progress(): number };
}

/** The copy; Python's own may go. */
export function take<Copy>(proxy: Copied<Copy>): Copy {
  const copy = proxy.toJs();
  proxy.destroy();
  return copy;
}
