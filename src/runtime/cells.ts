import type { Result } from '../model/types';
import { abortError, LostError } from './errors';
import type { Interpreter } from './interpreter';
import type { Order, SentCells, SentResult, SentValues } from './messages';
import type { Setting } from './types';
import type { Pool } from './pool';
import { toResult } from './result';

/** Helpers take a second or two to start: they are called when one Python alone would need longer than this. */
const WORTH_MS = 3000;

/** A cell with which Python broke down so often is not tried again. */
const MOST_LOSSES = 2;

export interface CellsInput {
  setting: Setting;
  cells: SentCells;
  /** Works on cells, and makes the result of what all of them have found. */
  first: Interpreter;
  pool: Pool;
  onPartial: (part: Result, progress: number) => void;
  signal: AbortSignal;
}

/**
 * A run in cells, on as many Pythons as pay. Each takes the next cell when it has done one; a cell whose Python breaks
 * down is given to anyone who comes next. The result is the same however they are spread.
 */
export class CellRun {
  readonly result: Promise<Result>;
  private readonly found: Map<number, Float64Array>;
  private readonly waiting: number[] = [];
  private readonly losses = new Map<number, number>();
  private readonly began = performance.now();
  private readonly known: number;
  private workers = 0;
  private hasHelp = false;
  private isShowing = false;
  private gate: Promise<void> = Promise.resolve();
  private open = (): void => undefined;
  private resolve!: (result: Result) => void;
  private reject!: (error: unknown) => void;

  constructor(private readonly input: CellsInput) {
    const { cells, first, pool, signal } = input;
    this.found = new Map(cells.known);
    this.known = this.found.size;
    for (let index = 0; index < cells.count; index++) if (!this.found.has(index)) this.waiting.push(index);
    const giveUp = (): void => {
      this.reject(abortError());
      this.open();
    };
    signal.addEventListener('abort', giveUp);
    this.result = new Promise<Result>((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    }).finally(() => {
      signal.removeEventListener('abort', giveUp);
      if (this.hasHelp) pool.giveBack();
    });
    if (this.known > 0 && this.waiting.length > 0) this.show();
    this.employ(first);
  }

  /** No further cell is begun until it goes on. */
  hold = (held: boolean): void => {
    this.open();
    if (held) this.gate = new Promise((resolve) => (this.open = resolve));
  };

  private employ(python: Interpreter): void {
    this.workers++;
    this.work(python).then(() => {
      if (--this.workers > 0) return;
      // A helper may have lost its cell when the others had gone already.
      if (this.waiting.length > 0) this.employ(this.input.first);
      else this.combine(true).then(this.resolve, this.reject);
    }, this.reject);
  }

  private async work(python: Interpreter): Promise<void> {
    for (;;) {
      await this.gate;
      const index = this.waiting.shift();
      if (index === undefined || this.input.signal.aborted) return;
      try {
        const { values } = await this.ask<SentValues>(python, { type: 'cell', index, ...this.input.setting });
        this.found.set(index, values);
        this.show();
        this.callHelp();
      } catch (error) {
        if (!(error instanceof LostError)) throw error;
        this.waiting.unshift(index);
        if (python.status().state !== 'failed') this.count(index, error);
        else if (python === this.input.first) throw error;
        else return; // no memory for another Python, say: it was not the cell's fault
      }
    }
  }

  private count(index: number, error: LostError): void {
    const losses = (this.losses.get(index) ?? 0) + 1;
    this.losses.set(index, losses);
    if (losses >= MOST_LOSSES) throw error;
  }

  private callHelp(): void {
    const perCell = (performance.now() - this.began) / (this.found.size - this.known);
    if (this.hasHelp || perCell * this.waiting.length < WORTH_MS) return;
    this.hasHelp = true;
    for (const helper of this.input.pool.borrow()) {
      // It gets no cell before its Python is there: one that never comes keeps nobody waiting.
      const join = (): void => {
        if (this.waiting.length > 0) this.employ(helper);
      };
      helper.whenReady({ experiment: this.input.setting.experiment }, join, this.input.signal);
    }
  }

  /** Draws what there is; not again before that has been done. */
  private show(): void {
    if (this.isShowing || this.found.size === this.input.cells.count) return;
    this.isShowing = true;
    this.combine(false)
      .then(
        (part) => this.input.onPartial(part, this.found.size / this.input.cells.count),
        (error: unknown) => {
          if (!(error instanceof LostError)) this.reject(error);
        },
      )
      .finally(() => (this.isShowing = false));
  }

  private async combine(done: boolean): Promise<Result> {
    const [indices, values] = [[...this.found.keys()], [...this.found.values()]];
    const order: Order = { type: 'combine', indices, values, done, ...this.input.setting };
    return toResult(await this.ask<SentResult>(this.input.first, order));
  }

  private ask<Expected>(python: Interpreter, order: Order): Promise<Expected> {
    return python.ask(order, this.input.signal).answer as Promise<Expected>;
  }
}
