import type { PyodideAPI } from 'pyodide';
import type { PyCallable } from 'pyodide/ffi';
import type { Comparison, Experiment, Params } from '../../../model/contract';
import type { StoredResult } from '../../../model/types';
import type { AnswerBridge, FigureBridge } from '../../../runtime/worker/bridge';

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

  private get figures(): FigureBridge {
    return this.python.pyimport('inflight.bridge') as FigureBridge;
  }

  async describe(experiment: string): Promise<Experiment> {
    return JSON.parse(this.figures.describe(experiment)) as Experiment;
  }

  async run(experiment: string, parameters: Params): Promise<StoredResult> {
    return JSON.parse(this.figures.run(experiment, JSON.stringify(parameters))) as StoredResult;
  }

  async ask(question: string, args: object): Promise<unknown> {
    const answers = this.python.pyimport('inflight.bridge.answers') as AnswerBridge;
    const answer = answers.ask(question, JSON.stringify(args));
    while (!answer.step(1000));
    const text = answer.text();
    answer.destroy();
    return JSON.parse(text) as unknown;
  }

  async compare(recording: string): Promise<Comparison> {
    const compare = this.python.pyimport('inflight.bridge.comparison').compare as PyCallable;
    return JSON.parse(compare(recording) as string) as Comparison;
  }

  imported(): string[] {
    return (this.python.runPython(NAMES) as { toJs: () => string[] }).toJs();
  }
}
