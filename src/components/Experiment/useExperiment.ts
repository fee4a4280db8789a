import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { unpack } from '../../model/stored';
import type { Params, Prerendered, Preset, Result, Value } from '../../model/types';
import type { RuntimeStatus } from '../../runtime/types';
import { presetOf, sameSetting, settingOf } from './parameters';
import { createScheduler, type Scheduler } from './scheduler';
import { initial, reduce, type State } from './state';
import { readLink } from './urlState';
import { useLink } from './useLink';
import { useRuntime } from './useRuntime';

/** Moves of one control that follow each other this closely (ms) are one drag: the ghost stays the run before it. */
const ONE_DRAG = 700;

export interface Figure {
  state: State;
  base: Params;
  /** The preset that the controls now stand at. */
  preset: Preset | undefined;
  status: RuntimeStatus;
  wake: () => void;
  change: (name: string, value: Value) => void;
  choose: (preset: Preset) => void;
  /** The same setting with other random numbers. */
  again: () => void;
  reset: () => void;
  /** Is there anything to reset? */
  changed: boolean;
}

/** Everything a figure knows and does; the components below only show it. */
export function useExperiment({ experiment, runs }: Prerendered, name: string, presetId?: string): Figure {
  const first = presetOf(experiment, presetId);
  const base = useMemo(() => settingOf(experiment, first), [experiment, first]);
  const known = useMemo(() => {
    const list = experiment.presets.map((preset) => ({
      preset,
      params: settingOf(experiment, preset),
      run: unpack(runs[preset.id]!),
    }));
    return (params: Params) => list.find((entry) => sameSetting(entry.params, params));
  }, [experiment, runs]);

  const [state, dispatch] = useReducer(reduce, undefined, () => initial(base, known(base)!.run));
  const { runtime, status, wake } = useRuntime();
  const scheduler = useRef<Scheduler>(null);
  const drag = useRef({ control: '', until: 0 });
  const { params, seed } = state;

  const go = useCallback(
    (to: Params, toSeed: number, control: string) => {
      const now = performance.now();
      const fresh = drag.current.control !== control || now > drag.current.until;
      drag.current = { control, until: now + ONE_DRAG };
      const run = toSeed === 1 ? known(to)?.run : undefined;
      dispatch({ type: 'change', params: to, seed: toSeed, known: run, fresh });
      if (run) {
        scheduler.current?.cancel();
        return;
      }
      scheduler.current ??= createScheduler(runtime(), experiment.id, name, {
        partial: (part: Result, progress) => dispatch({ type: 'partial', run: part, progress }),
        finished: (whole: Result, more) => dispatch({ type: 'finished', run: whole, more }),
        failed: (reason) => dispatch({ type: 'failed', reason }),
      });
      scheduler.current.want({ params: to, seed: toSeed });
    },
    [known, runtime, experiment, name],
  );

  useEffect(() => {
    const link = readLink(window.location.search, name, experiment, base);
    if (link.bad.length > 0) dispatch({ type: 'refused', values: link.bad });
    if (link.seed !== 1 || !sameSetting(link.params, base)) go(link.params, link.seed, 'link');
    return () => scheduler.current?.cancel();
  }, [name, experiment, base, go]);
  useLink(name, base, params, seed);

  return {
    state,
    base,
    preset: known(params)?.preset,
    status,
    wake,
    changed: seed !== 1 || !sameSetting(params, base) || state.refused.length > 0,
    change: (control, value) => go({ ...params, [control]: value }, seed, control),
    choose: (preset) => go(settingOf(experiment, preset), 1, `preset ${preset.id}`),
    again: () => go(params, seed + 1, 'again'),
    reset: () => {
      dispatch({ type: 'refused', values: [] });
      go(base, 1, 'reset');
    },
  };
}
