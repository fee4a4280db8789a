import type { PyodideAPI } from 'pyodide';
import type { PyCallable, PyProxy } from 'pyodide/ffi';
import type { Comparison, Experiment, Params, StoredColumn, StoredResult } from '../../../model/types';

type Cell = string | Float64Array;

const take = (method: unknown): Cell[][] => ((method as PyCallable)() as PyProxy).toJs() as Cell[][];

const stored = (values: Float64Array | undefined): (number | null)[] =>
  Array.from(values ?? [], (value) => (Number.isFinite(value) ? value : null));

/** The Python side that pages use (`inflight.bridge`), called from Node. Each module of it is imported when it is needed. */
export class Bridge {
  constructor(private readonly python: PyodideAPI) {}

  private call(module: string, name: string, ...args: unknown[]): unknown {
    return (this.python.pyimport(module)[name] as PyCallable)(...args);
  }

  describe(experiment: string): Experiment {
    return JSON.parse(this.call('inflight.bridge', 'describe', experiment) as string) as Experiment;
  }

  run(experiment: string, parameters: Params): StoredResult {
    const run = this.call('inflight.bridge', 'start', experiment, JSON.stringify(parameters), 1) as PyProxy;
    while (!(run.step(1000) as boolean));
    const head = JSON.parse(run.head() as string) as StoredResult & { tables: Record<string, StoredColumn[]> };
    const columns = take(run.columns).map(([name, values]) => [name, values] as [string, Float64Array]);
    const cells = take(run.tables).map(
      ([table, name, values]) => [`${table} ${name}`, values] as [string, Float64Array],
    );
    run.destroy();
    const values = new Map([...columns, ...cells]);
    const filled = (heads: StoredColumn[], prefix = ''): StoredColumn[] =>
      heads.map((column) => ({ ...column, values: stored(values.get(prefix + column.name)) }));
    const tables = Object.entries(head.tables).map(([name, heads]) => [name, filled(heads, `${name} `)] as const);
    return { ...head, columns: filled(head.columns), tables: Object.fromEntries(tables) };
  }

  ask(question: string, args: object): unknown {
    const answer = this.call('inflight.bridge.answers', 'ask', question, JSON.stringify(args)) as PyProxy;
    while (!(answer.step(1000) as boolean));
    const text = answer.text() as string;
    answer.destroy();
    return JSON.parse(text) as unknown;
  }

  compare(recording: string): Comparison {
    return JSON.parse(this.call('inflight.bridge.comparison', 'compare', recording) as string) as Comparison;
  }
}
