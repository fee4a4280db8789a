import { useEffect, useMemo } from 'react';
import type { Prerendered, Result } from '../model/types';
import { bandOf } from '../views/lanes/band';
import type { Band, RunOverlay } from '../views/view';
import type { Betting } from './bet';
import { type Linux, useLinux } from './compare/useLinux';
import { usePinned } from './compare/usePinned';
import { useSeeds } from './compare/useSeeds';
import type { State } from './state';
import type { Figure } from './useExperiment';
import { canDraw, type Choice, laneOfCurve, standing } from './views';

/** What the picture shows: which view of which run, and what lies behind and over it. */
export interface Scene {
  /** All that one chooses between. */
  views: readonly Choice[];
  spec: Choice;
  run: Result;
  growing: boolean;
  overlays: readonly RunOverlay[];
  band: Band | undefined;
  /** The run that the numbers are compared with: the one that is kept, or the one before. */
  against: Result | undefined;
  /** Are there pale curves of the run before? */
  hasGhost: boolean;
  /** How many of the seeds are done. */
  seeds: number;
  linux: Linux | undefined;
}

/** The run that a view can draw: one that needs tables stays with the last that has them. */
function drawable(spec: Choice, { run, whole }: State): Result | undefined {
  return canDraw(spec, run) ? run : whole;
}

export function useScene(data: Prerendered, figure: Figure, betting: Betting): Scene {
  const { experiment } = data;
  const { look, complete } = figure;
  const { state, overlays: ofBet } = betting.seen;
  const views = useMemo(() => standing(experiment), [experiment]);
  const { bet } = betting;
  const ofCurve = useMemo(() => (bet?.kind === 'curve' ? laneOfCurve(views, bet) : undefined), [views, bet]);
  const first = ofCurve ?? views[0]!;
  const wanted = (!bet && views.find(({ name }) => name === look.view)) || first;
  const run = drawable(wanted, state);
  // The last run that has what the view draws stands until this one has it.
  const missing = !canDraw(wanted, figure.state.run) && figure.state.failure === undefined;
  useEffect(() => {
    if (missing) complete();
  });

  const pinned = usePinned(figure, experiment);
  const runs = useSeeds(figure, experiment);
  const linux = useLinux(figure, data);
  const ghost = look.pin ? undefined : state.before;
  const isBet = bet !== undefined;
  const overlays = useMemo<RunOverlay[]>(
    () => [
      ...(ghost ? [{ role: 'ghost', run: ghost } as const] : []),
      ...(pinned && !isBet ? [{ role: 'pinned', run: pinned } as const] : []),
      ...(linux && !isBet ? [linux.overlay] : []),
      ...ofBet,
    ],
    [ghost, pinned, linux, ofBet, isBet],
  );
  const band = useMemo(() => (runs.length > 1 && !isBet ? bandOf(runs) : undefined), [runs, isBet]);
  return {
    views,
    spec: run ? wanted : first,
    run: run ?? state.run,
    growing: state.growing && (run ?? state.run) === state.run,
    overlays,
    band,
    against: pinned ?? ghost,
    hasGhost: ghost !== undefined,
    seeds: runs.length,
    linux,
  };
}
