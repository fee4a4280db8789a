import type { PyodideAPI } from 'pyodide';
import type { PyCallable, PyProxy } from 'pyodide/ffi';
import type { Comparison, Experiment, Params } from '../../../model/contract';
import type { StoredResult } from '../../../model/types';

/** The Python side that pages use (`inflight.bridge`). */
export interface Bridge {
  describe(experiment: string): Promise<Experiment>;
  run(experiment: string, parameters: Params): Promise<StoredResult>;
  ask(question: string, args: object): Promise<unknown>;
  compare(recording: string): Promise<Comparison>;
  /** Modules of the package that have been imported. */
  imported(): string[];
}

const NAMES = `
import sys
[name for name in sys.modules if name.partition(".")[0] == "inflight"]
`;

/** It, in WebAssembly, called from Node. Each module is imported when it is needed. */
export class PyodideBridge implements Bridge {
  constructor(private readonly python: PyodideAPI) {}

  private call(module: string, name: string, ...args: unknown[]): unknown {
    return (this.python.pyimport(module)[name] as PyCallable)(...args);
  }

  async describe(experiment: string): Promise<Experiment> {
    return JSON.parse(this.call('inflight.bridge', 'describe', experiment) as string) as Experiment;
  }

  async run(experiment: string, parameters: Params): Promise<StoredResult> {
    return JSON.parse(
      this.call('inflight.bridge', 'run', experiment, JSON.stringify(parameters)) as string,
    ) as StoredResult;
  }

  async ask(question: string, args: object): Promise<unknown> {
    const answer = this.call('inflight.bridge.answers', 'ask', question, JSON.stringify(args)) as PyProxy;
    while (!(answer.step(1000) as boolean));
    const text = answer.text() as string;
    answer.destroy();
    return JSON.parse(text) as unknown;
  }

  async compare(recording: string): Promise<Comparison> {
    return JSON.parse(this.call('inflight.bridge.comparison', 'compare', recording) as string) as Comparison;
  }

  imported(): string[] {
    return (this.python.runPython(NAMES) as { toJs: () => string[] }).toJs();
  }
}
