import { useCallback, useMemo } from 'react';
import type { Params, Preset } from '../model/contract';
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

/** A preset and its run, thinned out. */
interface Entry {
  preset: Preset;
  params: Params;
  run: Result;
}

interface Built {
  /** The preset that has these parameters. */
  built: (params: Params) => Entry | undefined;
  /** The run of a setting, if no Python is needed for it. */
  known: (setting: Setting) => Result | undefined;
}

/** The runs that were made while the book was built, and that which the page around the figure gives it. */
export function useBuilt({ experiment, runs }: Prerendered, start?: Start): Built {
  const built = useMemo(() => {
    const list = experiment.presets.map((preset) => ({
      preset,
      params: settingOf(experiment, preset),
      run: unpack(runs[preset.id]!),
    }));
    return (params: Params) => list.find((entry) => sameSetting(entry.params, params));
  }, [experiment, runs]);
  const known = useCallback(
    ({ params, seed }: Setting) => {
      if (seed !== 1) return undefined;
      return start && sameSetting(start.params, params) ? start.run : built(params)?.run;
    },
    [built, start],
  );
  return { built, known };
}
