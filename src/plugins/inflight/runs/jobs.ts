/** What the build asks of Python. The answer to a job is JSON, and always the same for the same job and modules. */
import { type Modules, moduleOf } from '../python/modules';

export type Job =
  /** The byte code of a file, in base64. */
  | { do: 'bytecode'; file: string; source: string }
  /** What the imports of each group bring of the standard library, beyond the groups before. */
  | { do: 'stdlib'; groups: string[][] }
  /** An experiment as its page knows it: `Experiment`. */
  | { do: 'describe'; experiment: string }
  /** The run of a preset, thinned out: `StoredResult`. */
  | { do: 'preset'; experiment: string; preset: string }
  /** A recording (its text) beside the model's run of the same scenario: `More['kernel'][number]`. */
  | { do: 'compare'; recording: string }
  /** A question that is no figure's (`bridge/answers.py`). `experiments`: the figures that it is about. */
  | { do: 'ask'; question: string; args: object; experiments: string[] };

/** Does a job, or knows its answer already. */
export type Ask = (job: Job) => Promise<unknown>;

/** The modules that a job begins with; it can import what they import, and nothing else. */
export function rootsOf(job: Job, modules: Modules): string[] {
  switch (job.do) {
    case 'bytecode':
    case 'stdlib':
      return [];
    case 'describe':
    case 'preset':
      return ['inflight.bridge', moduleOf(job.experiment)];
    case 'compare':
      return ['inflight.bridge.comparison'];
    case 'ask':
      // An experiment that there is none of: Python says so.
      return ['inflight.bridge.answers', ...job.experiments.map(moduleOf).filter((name) => modules.has(name))];
  }
}
