import { useCallback, useMemo } from 'react';
import type { Params } from '../model/contract';
import { unpack } from '../model/stored';
import type { Prerendered, Result } from '../model/types';
import { sameSetting, settingOf } from './parameters';
import type { Setting } from './urlState';

/** What a figure starts from where the page around it says so, and not a preset and the address. */
export interface Start {
  /** What "Reset" goes back to. */
  base: Params;
  params: Params;
  /** The complete run of `params`. */
  run: Result;
  /** Code in the editor that was not run yet. */
  draft?: Params;
}

interface Built {
  /** The run of the preset that has these parameters, thinned out. */
  built: (params: Params) => Result | undefined;
  /** The run of a setting, if no Python is needed for it. */
  known: (setting: Setting) => Result | undefined;
}

/** The runs that were made while the book was built, and that which the page around the figure gives it. */
export function useBuilt({ experiment, runs }: Prerendered, start?: Start): Built {
  const built = useMemo(() => {
    const list = experiment.presets.map((preset) => ({
      params: settingOf(experiment, preset),
      run: unpack(runs[preset.id]!),
    }));
    return (params: Params) => list.find((each) => sameSetting(each.params, params))?.run;
  }, [experiment, runs]);
  const known = useCallback(
    ({ params, seed }: Setting) => {
      if (seed !== 1) return undefined;
      return start && sameSetting(start.params, params) ? start.run : built(params);
    },
    [built, start],
  );
  return { built, known };
}
