import { useMemo } from 'react';
import { useRecording } from '../../linux/useRecording';
import { planOf } from '../../machine/record/plan';
import type { Comparison } from '../../model/contract';
import type { Result } from '../../model/types';
import type { Runtime } from '../../runtime/types';
import type { OnLinuxProps } from './OnLinux';

/** A run of the figure’s commands on a real kernel in the page; other commands end it. */
export function useOnLinux(result: Result, runtime: () => Runtime): Omit<OnLinuxProps, 'experiment'> {
  const plan = useMemo(() => planOf(result), [result]);
  const desk = useRecording(
    JSON.stringify(result.commands),
    (recording, signal) => runtime().ask('compare', { recording }, signal) as Promise<Comparison>,
  );
  return { plan, desk };
}
