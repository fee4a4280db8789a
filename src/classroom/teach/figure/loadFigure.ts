import { useEffect, useState } from 'react';
import type { Experiment, Figure } from '../../../model/contract';
import type { Prerendered } from '../../../model/types';
import { loadFirst } from '../../../figure/loadFirst';

/** What the builder needs to know of a figure. */
export interface FigureFacts {
  experiment: Experiment;
  /** Numbers that its runs ended with, the first setting's before those that only others have. */
  examples: Record<string, Figure>;
}

const known = new Map<string, FigureFacts>();

export const factsOf = ({ experiment, runs }: Prerendered): FigureFacts => ({
  experiment,
  examples: Object.assign(
    {},
    ...Object.values(runs)
      .map((run) => run.summary)
      .reverse(),
  ) as Record<string, Figure>,
});

async function load(id: string): Promise<FigureFacts> {
  const facts = factsOf(await loadFirst(id));
  known.set(id, facts);
  return facts;
}

/** A figure's parameters, numbers and columns; they come when they are asked for. */
export function useFigure(id: string | undefined): FigureFacts | undefined {
  const [loaded, setLoaded] = useState<FigureFacts>();
  useEffect(() => {
    let isWanted = true;
    if (id && !known.has(id))
      load(id).then(
        (facts) => isWanted && setLoaded(facts),
        // No such figure, or no network: Python or the next attempt says so.
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (!id) return undefined;
  return known.get(id) ?? (loaded?.experiment.id === id ? loaded : undefined);
}
