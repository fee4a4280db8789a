import type { Experiment } from '../../model/contract';
import type { Chapter, Gallery } from '../../model/gallery';
import type { Prerendered, StoredResult } from '../../model/types';
import type { StandingSpec } from '../../views/draw';
import { decimate } from './runs/decimate';

/** Rows of a curve in a small picture. */
const ROWS = 130;

/** What a small picture shows of a run. */
function small(run: StoredResult, view: StandingSpec): StoredResult {
  const drawn = view.kind === 'lanes' ? new Set(view.lanes.flatMap(({ series }) => series)) : undefined;
  const columns = run.columns.filter(({ name }, index) => index === 0 || !drawn || drawn.has(name));
  return {
    ...run,
    columns: view.kind === 'cuts' ? columns : decimate(columns, ROWS),
    summary: {},
    commands: [],
    still: undefined,
  };
}

/** The parts that have a figure, in the order of `titles`, what has no title there at the end. */
export function partsOf(experiments: readonly Experiment[], titles: ReadonlyMap<string, string>): Gallery['parts'] {
  const named = (part: string): string => titles.get(part) ?? part.charAt(0).toUpperCase() + part.slice(1);
  const shown = new Set(experiments.map(({ part }) => part));
  const known = [...titles.keys()].filter((part) => shown.has(part));
  return [...new Set([...known, ...shown])].map((id) => ({ id, title: named(id) }));
}

/** A card for each experiment. */
export function galleryOf(
  firsts: readonly Prerendered[],
  chapters: ReadonlyMap<string, Chapter[]>,
  titles: ReadonlyMap<string, string>,
): Gallery {
  const cards = firsts.map(({ experiment, runs }) => {
    const { id, part, title, question, presets } = experiment;
    const view = experiment.views.find((each): each is StandingSpec => each.kind !== 'pipe')!;
    const run = small(runs[presets[0]!.id]!, view);
    return { id, part, title, question, presets: presets.length, chapters: chapters.get(id) ?? [], view, run };
  });
  const parts = partsOf(
    firsts.map(({ experiment }) => experiment),
    titles,
  );
  return { parts, cards };
}
