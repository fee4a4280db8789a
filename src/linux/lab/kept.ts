/** How far a reader has come with each lab. */
import * as v from 'valibot';
import { persisted, usePersisted } from '../../memory/persisted';

const one = v.object({
  /** Hints that were taken. */
  hints: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Of the first solution; missing: not solved yet. */
  points: v.optional(v.number()),
});

export type Progress = v.InferOutput<typeof one>;

const NOTHING: Progress = { hints: 0 };

const kept = persisted('in-flight.labs.1', v.parser(v.record(v.string(), one)), {});

export const useAllProgress = (): Record<string, Progress> => usePersisted(kept)[0];

export const useProgress = (id: string): Progress => useAllProgress()[id] ?? NOTHING;

const change = (id: string, by: (progress: Progress) => Progress): void => {
  const all = kept.get();
  kept.set({ ...all, [id]: by(all[id] ?? NOTHING) });
};

export const keepHints = (id: string, hints: number): void => change(id, (progress) => ({ ...progress, hints }));

/** The first solution counts. */
export const keepPoints = (id: string, points: number): void =>
  change(id, (progress) => ({ ...progress, points: progress.points ?? points }));
