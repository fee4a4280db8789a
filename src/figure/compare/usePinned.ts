import { useEffect, useState } from 'react';
import type { Experiment } from '../../model/contract';
import type { Result } from '../../model/types';
import { isAbort } from '../../runtime/errors';
import { sameSetting } from '../parameters';
import type { Setting } from '../urlState';
import type { Figure } from '../useExperiment';

const isRunOf = (run: Result | undefined, { params, seed }: Setting): boolean =>
  run !== undefined && run.seed === seed && sameSetting(run.parameters, params);

/** The run of the setting that the reader keeps, as soon as it is there. */
export function usePinned(
  { look: { pin }, state, known, runtime, name }: Figure,
  experiment: Experiment,
): Result | undefined {
  const [run, setRun] = useState<Result>();
  const here = pin && [run, state.done, known(pin)].find((candidate) => isRunOf(candidate, pin));
  // Kept when the figure moves on.
  if (here && here !== run) setRun(here);
  useEffect(() => {
    if (!pin || here) return undefined;
    const abort = new AbortController();
    runtime()
      .run(
        { experiment: experiment.id, parameters: pin.params, seed: pin.seed, key: `${name}.pin` },
        undefined,
        abort.signal,
      )
      .then(setRun, (error: unknown) => {
        if (!isAbort(error)) console.warn(`couldn’t make the kept run of ${name}: ${String(error)}`);
      });
    return () => abort.abort();
  }, [pin, here, runtime, experiment, name]);
  return here;
}
