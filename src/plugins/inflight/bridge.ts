import type { PyodideAPI } from 'pyodide';
import type { PyCallable, PyProxy } from 'pyodide/ffi';
import type { Comparison, Experiment, Params, StoredResult } from '../../model/types';

/** The Python side that pages use (`inflight.bridge`), called from Node. */
export class Bridge {
  private readonly module: PyProxy;

  constructor(python: PyodideAPI) {
    this.module = python.pyimport('inflight.bridge');
  }

  private call(name: string, ...args: unknown[]): unknown {
    return (this.module[name] as PyCallable)(...args);
  }

  private start(experiment: string, parameters: Params): PyProxy {
    return this.call('start', experiment, JSON.stringify(parameters), 1) as PyProxy;
  }

  catalogue(): Experiment[] {
    return (JSON.parse(this.call('catalogue') as string) as { experiments: Experiment[] }).experiments;
  }

  /** The first slice of a run, thrown away. */
  begin(experiment: string): void {
    const run = this.start(experiment, {});
    run.step(1);
    run.head();
    run.destroy();
  }

  run(experiment: string, parameters: Params): StoredResult {
    const run = this.start(experiment, parameters);
    while (!(run.step(1000) as boolean));
    const head = JSON.parse(run.head() as string) as StoredResult;
    const values = new Map((run.columns() as PyProxy).toJs() as [string, Float64Array][]);
    run.destroy();
    const stored = (name: string) => Array.from(values.get(name) ?? [], (v) => (Number.isFinite(v) ? v : null));
    return { ...head, columns: head.columns.map((column) => ({ ...column, values: stored(column.name) })) };
  }

  compare(recording: string): Comparison {
    return JSON.parse(this.call('compare', recording) as string) as Comparison;
  }
}
