import { useCallback } from 'react';
import { yourKernel } from '../memory/kernel';
import { usePersisted } from '../memory/persisted';
import type { Experiment, Params, Preset } from '../model/contract';
import { KERNEL } from '../model/kernels';
import { onKernel, settingOf } from './parameters';
import { useKernelChoice } from './useKernelChoice';

interface YourKernel {
  /** The setting of a preset on the kernel that the reader has: at a render, which the first time is the built one. */
  settingOf: (preset: Preset) => Params;
  /** And outside of one. */
  settingNow: (preset: Preset) => Params;
  /** The figure is set to another kernel: if readers can have it, it is theirs. */
  tell: (kernel: unknown) => void;
}

/** `follow` is called when the reader has chosen another kernel elsewhere; not of a figure that `isFixed`. */
export function useYourKernel(
  experiment: Experiment,
  params: Params,
  isFixed: boolean,
  follow: (params: Params) => void,
): YourKernel {
  const tell = useKernelChoice(params[KERNEL], isFixed, (kernel) => follow({ ...params, [KERNEL]: kernel }));
  const settingOn = useCallback(
    (kernel: string, preset: Preset): Params => ({
      ...settingOf(experiment, preset),
      ...(isFixed ? {} : onKernel(kernel, experiment, preset)),
    }),
    [experiment, isFixed],
  );
  const [kernel] = usePersisted(yourKernel);
  return {
    settingOf: useCallback((preset: Preset) => settingOn(kernel, preset), [settingOn, kernel]),
    settingNow: useCallback((preset: Preset) => settingOn(yourKernel.get(), preset), [settingOn]),
    tell,
  };
}
