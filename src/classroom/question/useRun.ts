import { useEffect, useState } from 'react';
import type { Experiment, Params } from '../../model/contract';
import type { Result } from '../../model/types';
import { isAbort, messageOf } from '../../runtime/errors';
import { codeOf } from '../../figure/code/approval';
import { useRuntime } from '../../figure/useRuntime';

interface Found {
  run?: Result;
  /** Why there is none. */
  failure?: string;
}

/** The complete run of a setting. `key` tells it from others of the page. */
export function useRun(experiment: Experiment, params: Params, key: string): Found {
  const { runtime } = useRuntime(codeOf(experiment) !== undefined, experiment.id);
  const [found, setFound] = useState<Found>({});
  const { id } = experiment;
  useEffect(() => {
    const abort = new AbortController();
    runtime()
      .run({ experiment: id, parameters: params, seed: 1, key }, undefined, abort.signal)
      .then(
        (run) => setFound({ run }),
        (error: unknown) => {
          if (!isAbort(error)) setFound({ failure: messageOf(error) });
        },
      );
    return () => abort.abort();
  }, [runtime, id, params, key]);
  return found;
}
