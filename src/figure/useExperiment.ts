import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { Params, Preset, Value } from '../model/contract';
import { unpack } from '../model/stored';
import type { Prerendered, Result } from '../model/types';
import type { Runtime, RuntimeStatus } from '../runtime/types';
import { type Clock, createClock } from './clock';
import { codeOf, setApart } from './code/approval';
import { presetOf, sameSetting, settingOf } from './parameters';
import { createScheduler, type Scheduler } from './scheduler';
import { initial, reduce, type State } from './state';
import { type FigureState, firstLook, type Look, readLink, type Setting, writeLink } from './urlState';
import { useCursorLink } from './useCursorLink';
import { useLink } from './useLink';
import { useRuntime } from './useRuntime';

/** Moves of one control that follow each other this closely (ms) are one drag: the ghost stays the run before it. */
const ONE_DRAG = 700;

export interface Figure {
  name: string;
  state: State;
  look: Look;
  clock: Clock;
  base: Params;
  /** The preset that the controls now stand at. */
  preset: Preset | undefined;
  status: RuntimeStatus;
  runtime: () => Runtime;
  wake: () => void;
  change: (name: string, value: Value) => void;
  choose: (preset: Preset) => void;
  /** All parameters at once. */
  set: (params: Params, seed?: number) => void;
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

/** Everything a figure knows and does; the components below only show it. Parameters in `fixed` keep their values. */
export function useExperiment(
  { experiment, runs }: Prerendered,
  name: string,
  presetId?: string,
  fixed: readonly string[] = [],
  start?: Start,
): Figure {
  const first = presetOf(experiment, presetId);
  const base = useMemo(() => start?.base ?? settingOf(experiment, first), [start, experiment, first]);
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

  const [state, dispatch] = useReducer(reduce, undefined, () =>
    start
      ? { ...initial(start.params, start.run), whole: start.run, unapproved: start.draft ?? {} }
      : initial(base, built(base)!.run),
  );
  const [look, setLook] = useState(() => firstLook(experiment));
  const [clock] = useState(() => createClock());
  const { runtime, status, wake } = useRuntime(codeOf(experiment) !== undefined, experiment.id);
  const scheduler = useRef<Scheduler>(null);
  const drag = useRef({ control: '', until: 0 });
  const { params, seed } = state;

  const want = useCallback(
    (setting: Setting, quiet: boolean) => {
      scheduler.current ??= createScheduler(runtime(), experiment.id, name, {
        partial: (part, progress) => dispatch({ type: 'partial', run: part, progress, now: performance.now() }),
        finished: (whole, more) => dispatch({ type: 'finished', run: whole, more }),
        failed: (reason, line) => dispatch({ type: 'failed', reason, line }),
      });
      scheduler.current.want({ ...setting, quiet });
    },
    [runtime, experiment, name],
  );

  const go = useCallback(
    (to: Setting, control: string) => {
      const now = performance.now();
      const fresh = drag.current.control !== control || now > drag.current.until;
      drag.current = { control, until: now + ONE_DRAG };
      const run = known(to);
      dispatch({ type: 'change', ...to, known: run, fresh });
      if (run) scheduler.current?.cancel();
      else want(to, false);
    },
    [known, want],
  );

  useEffect(() => {
    if (start) return () => scheduler.current?.cancel();
    const link = readLink(window.location.search, name, experiment, base);
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
    return () => scheduler.current?.cancel();
  }, [name, experiment, base, go, clock, start]);

  const { unapproved } = state;
  const written = useCallback(
    (search: string) =>
      start ? search : writeLink(search, name, experiment, base, { params: { ...params, ...unapproved }, seed, look }),
    [name, experiment, base, params, unapproved, seed, look, start],
  );
  useLink(written);
  useCursorLink(clock, setLook);

  const keep = (to: Params): Params => ({ ...to, ...Object.fromEntries(fixed.map((each) => [each, params[each]!])) });
  const settleLink = (): void => dispatch({ type: 'unapproved', params: {} });

  return {
    name,
    state,
    look,
    clock,
    base,
    preset: built(params)?.preset,
    status,
    runtime,
    wake,
    known,
    now: () => ({ params: { ...params, ...unapproved }, seed, look: { ...look, t: clock.time() } }),
    changed:
      seed !== 1 ||
      !sameSetting({ ...params, ...unapproved }, keep(base)) ||
      writeLink('', name, experiment, params, { params, seed: 1, look }) !== '' ||
      state.refused.length > 0,
    change: (control, value) => {
      if (fixed.includes(control)) return;
      if (control in unapproved) settleLink();
      go({ params: keep({ ...params, [control]: value }), seed }, control);
    },
    choose: (preset) => {
      settleLink();
      go({ params: keep(settingOf(experiment, preset)), seed: 1 }, `preset ${preset.id}`);
    },
    set: (to, toSeed = 1) => go({ params: keep(to), seed: toSeed }, 'set'),
    again: () => go({ params, seed: seed + 1 }, 'again'),
    show: (change) => setLook((before) => ({ ...before, ...change })),
    hold: (held) => {
      scheduler.current?.hold(held);
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
      go({ params: keep(base), seed: 1 }, 'reset');
    },
  };
}
