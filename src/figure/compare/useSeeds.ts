import { useEffect, useState } from 'react';
import type { Experiment, Params } from '../../model/contract';
import type { Result } from '../../model/types';
import { isAbort } from '../../runtime/errors';
import type { Figure } from '../useExperiment';

/** Enough for a band from the 10th to the 90th percentile. */
export const SEEDS = 10;

interface Runs {
  of: Params;
  runs: Result[];
}

/** The same setting with ten seeds, run one after the other once the figure's own run is done; a few at first. */
export function useSeeds({ look: { band }, state, runtime, name }: Figure, experiment: Experiment): readonly Result[] {
  const { params, progress } = state;
  const [{ of, runs }, setRuns] = useState<Runs>({ of: params, runs: [] });
  const wanted = band && progress === undefined;
  const isDone = of === params && runs.length === SEEDS;
  useEffect(() => {
    if (!wanted || isDone) return undefined;
    const abort = new AbortController();
    const run = async (): Promise<void> => {
      const done: Result[] = [];
      for (let seed = 1; seed <= SEEDS; seed++) {
        const request = { experiment: experiment.id, parameters: params, seed, key: `${name}.seeds` };
        done.push(await runtime().run(request, undefined, abort.signal));
        setRuns({ of: params, runs: [...done] });
      }
    };
    run().catch((error: unknown) => {
      if (!isAbort(error)) console.warn(`couldn’t make the runs for the band of ${name}: ${String(error)}`);
    });
    return () => abort.abort();
  }, [wanted, isDone, params, runtime, experiment, name]);
  return band && of === params ? runs : [];
}
