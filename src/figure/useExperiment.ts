import { useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import type { Params, Preset, Value } from '../model/contract';
import type { Prerendered, Result } from '../model/types';
import type { Runtime, RuntimeStatus } from '../runtime/types';
import { type Clock, createClock } from './clock';
import { codeOf, setApart } from './code/approval';
import { presetOf, sameSetting, settingOf } from './parameters';
import { KERNEL, USUAL } from '../model/kernels';
import { initial, reduce, type State } from './state';
import { type FigureState, firstLook, type Look, readLink, type Setting, writeLink } from './urlState';
import { type Start, useBuilt } from './useBuilt';
import { useCursorLink } from './useCursorLink';
import { useLink } from './useLink';
import { BET, useRuns } from './useRuns';
import { useRuntime } from './useRuntime';
import { useYourKernel } from './useYourKernel';

export interface Figure {
  name: string;
  state: State;
  look: Look;
  clock: Clock;
  base: Params;
  /** The preset that the controls now stand at. */
  preset: Preset | undefined;
  /** What was recorded on Linux, on this very path. */
  recording: string | undefined;
  status: RuntimeStatus;
  runtime: () => Runtime;
  wake: () => void;
  change: (name: string, value: Value) => void;
  choose: (preset: Preset) => void;
  /** All parameters at once, for a bet: nothing is laid behind the run. */
  set: (params: Params, seed?: number) => void;
  /** The run that the figure is at is not shown, or now is: what is not shown never becomes a ghost. */
  conceal: (concealed: boolean) => void;
  /** The same setting with other random numbers. */
  again: () => void;
  show: (look: Partial<Look>) => void;
  /** Stop a run that takes long, or let it go on. */
  hold: (held: boolean) => void;
  reset: () => void;
  /** Is there anything to reset? */
  changed: boolean;
  /** The run of a setting from build time, if there is one; thinned out. */
  known: (setting: Setting) => Result | undefined;
  /** Run the setting again if what was thinned out of its run is needed to draw it. */
  complete: () => void;
  /** The complete run of the setting, with all its rows. */
  whole: () => Promise<Result>;
  /** All that a link holds; the address bar lags behind it. */
  now: () => FigureState;
}

/** Everything a figure knows and does; the components below only show it. Parameters in `fixed` keep their values. */
export function useExperiment(
  prerendered: Prerendered,
  name: string,
  presetId?: string,
  fixed: readonly string[] = [],
  start?: Start,
): Figure {
  const { experiment } = prerendered;
  const first = presetOf(experiment, presetId);
  const base = useMemo(() => start?.base ?? settingOf(experiment, first), [start, experiment, first]);
  const { built, known } = useBuilt(prerendered, start);

  const [state, dispatch] = useReducer(reduce, undefined, () =>
    start
      ? { ...initial(start.params, start.run), whole: start.run, unapproved: start.draft ?? {} }
      : initial(base, built(base)!),
  );
  const [look, setLook] = useState(() => firstLook(experiment));
  const [clock] = useState(() => createClock());
  const { runtime, status, wake } = useRuntime(codeOf(experiment) !== undefined, experiment.id);
  const { want, go, conceal, hold, cancel } = useRuns(experiment, name, runtime, known, dispatch);
  const { params, seed } = state;
  const {
    settingOf: settingThere,
    settingNow,
    tell,
  } = useYourKernel(
    experiment,
    params,
    start !== undefined || fixed.includes(KERNEL),
    useCallback((to: Params) => go({ params: to, seed }, KERNEL), [go, seed]),
  );
  /** What a reset goes back to. */
  const home = useMemo(() => (start ? base : settingThere(first)), [start, base, settingThere, first]);

  useEffect(() => {
    if (start) return cancel;
    const link = readLink(window.location.search, name, experiment, settingNow(first));
    if (link.bad.length > 0) dispatch({ type: 'refused', values: link.bad });
    const { trusted, unapproved } = setApart(experiment, link.params, base);
    dispatch({ type: 'unapproved', params: unapproved });
    if (link.seed !== 1 || !sameSetting(trusted, base)) go({ params: trusted, seed: link.seed }, 'link');
    const { pin } = link.look;
    // Code that nobody has read is not to be run to be compared with either.
    const isPinTrusted = !pin || Object.keys(setApart(experiment, pin.params, base).unapproved).length === 0;
    // The address is only to be read when the page runs: what was built shows the setting without one.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setLook(isPinTrusted ? link.look : { ...link.look, pin: undefined });
    if (link.look.t !== undefined) clock.set(link.look.t);
    return cancel;
  }, [name, experiment, first, base, go, cancel, clock, start, settingNow]);

  const { unapproved } = state;
  const written = useCallback(
    (search: string) =>
      start ? search : writeLink(search, name, experiment, base, { params: { ...params, ...unapproved }, seed, look }),
    [name, experiment, base, params, unapproved, seed, look, start],
  );
  useLink(written);
  useCursorLink(clock, setLook);
  useEffect(() => () => clock.pause(), [clock]);

  const preset = experiment.presets.find((each) => sameSetting(settingThere(each), params));
  const keep = (to: Params): Params => ({ ...to, ...Object.fromEntries(fixed.map((each) => [each, params[each]!])) });
  const settleLink = (): void => dispatch({ type: 'unapproved', params: {} });

  return {
    name,
    state,
    look,
    clock,
    base: home,
    preset,
    recording: (params[KERNEL] ?? USUAL) === USUAL && seed === 1 ? preset?.recording : undefined,
    status,
    runtime,
    wake,
    known,
    now: () => ({ params: { ...params, ...unapproved }, seed, look: { ...look, t: clock.time() } }),
    changed:
      seed !== 1 ||
      !sameSetting({ ...params, ...unapproved }, keep(home)) ||
      writeLink('', name, experiment, params, { params, seed: 1, look }) !== '' ||
      state.refused.length > 0,
    change: (control, value) => {
      if (fixed.includes(control)) return;
      if (control in unapproved) settleLink();
      go({ params: keep({ ...params, [control]: value }), seed }, control);
      if (control === KERNEL) tell(value);
    },
    choose: (preset) => {
      settleLink();
      go({ params: keep(settingNow(preset)), seed: 1 }, `preset ${preset.id}`);
    },
    set: (to, toSeed = 1) => go({ params: keep(to), seed: toSeed }, BET),
    conceal,
    again: () => go({ params, seed: seed + 1 }, 'again'),
    show: (change) => setLook((before) => ({ ...before, ...change })),
    hold: (held) => {
      hold(held);
      dispatch({ type: 'stopped', stopped: held });
    },
    complete: () => {
      if (!state.done.thin || state.progress !== undefined) return;
      dispatch({ type: 'complete' });
      want({ params, seed }, true);
    },
    whole: async () =>
      !state.done.thin && state.done.seed === seed && sameSetting(state.done.parameters, params)
        ? state.done
        : runtime().run({ experiment: experiment.id, parameters: params, seed, key: `${name}.whole` }),
    reset: () => {
      dispatch({ type: 'refused', values: [] });
      settleLink();
      setLook(firstLook(experiment));
      clock.set(undefined);
      go({ params: keep(home), seed: 1 }, 'reset');
    },
  };
}
