import { useEffect, useState } from 'react';
import type { Experiment, Figure, Prerendered, StoredColumn } from '../../../model/types';
import { loadFirst } from '../../Experiment/loadFirst';

/** What the builder needs to know of a figure. */
export interface FigureFacts {
  experiment: Experiment;
  /** The numbers that its runs end with, with an example of each. */
  summary: Record<string, Figure>;
  /** What it draws; the first is the x axis. */
  columns: Pick<StoredColumn, 'name' | 'meaning' | 'unit'>[];
}

const known = new Map<string, FigureFacts>();

export function factsOf({ experiment, runs }: Prerendered): FigureFacts {
  const all = Object.values(runs);
  // A number that only some settings have counts too; the first setting's own come first.
  const summary = Object.assign({}, ...all.map((run) => run.summary).reverse()) as Record<string, Figure>;
  const first = Object.keys(all[0]?.summary ?? {});
  const names = [...new Set([...first, ...Object.keys(summary)])];
  return {
    experiment,
    summary: Object.fromEntries(names.map((name) => [name, summary[name]!])),
    columns: (all[0]?.columns ?? []).map(({ name, meaning, unit }) => ({ name, meaning, unit })),
  };
}

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
