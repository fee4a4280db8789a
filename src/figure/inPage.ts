/** The figures of the page that stands in the window, so that the text can speak with them. */
import type { Experiment, Params, Value } from '../model/contract';

export interface FigureInPage {
  experiment: Experiment;
  params: Params;
  base: Params;
  change: (name: string, value: Value) => void;
  wake: () => void;
}

const figures = new Map<string, FigureInPage>();
const listeners = new Set<() => void>();

export const figureInPage = (name: string): FigureInPage | undefined => figures.get(name);

/** Say how the figure stands now; undefined: it has left the page. */
export function announce(name: string, figure: FigureInPage | undefined): void {
  if (figure) figures.set(name, figure);
  else figures.delete(name);
  for (const listener of listeners) listener();
}

const calls = new Map<string, () => void>();

/** A figure that is not alive yet says what is to be done when it is called; gives back the way to stop that. */
export function onCall(name: string, come: () => void): () => void {
  calls.set(name, come);
  return () => {
    if (calls.get(name) === come) calls.delete(name);
  };
}

/** The figure of that name, alive and about to be moved. */
export function call(name: string): FigureInPage | undefined {
  calls.get(name)?.();
  const figure = figures.get(name);
  figure?.wake();
  return figure;
}

/** Told of every change of any figure; gives back the way to stop that. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
