/** The figures of the page that stands in the window, so that the text can speak with them. */
import type { Experiment, Params, Quantity, Value } from '../model/contract';
import { createStore } from '../model/store';
import type { Clock } from './clock';
import type { State } from './state';

export interface FigureInPage {
  experiment: Experiment;
  state: State;
  base: Params;
  clock: Clock;
  change: (name: string, value: Value) => void;
  wake: () => void;
  complete: () => void;
}

const figures = createStore<ReadonlyMap<string, FigureInPage>>(new Map());

/** Told of every change of any figure; gives back the way to stop that. */
export const { subscribe } = figures;

export const figureInPage = (name: string): FigureInPage | undefined => figures.get().get(name);

/** Say how the figure stands now; undefined: it has left the page. */
export function announce(name: string, figure: FigureInPage | undefined): void {
  const all = new Map(figures.get());
  if (figure) all.set(name, figure);
  else all.delete(name);
  figures.set(all);
}

const calls = new Map<string, () => void>();

/** A figure that is not alive yet says what is to be done when it is called; gives back the way to stop that. */
export function onCall(name: string, come: () => void): () => void {
  calls.set(name, come);
  return () => {
    if (calls.get(name) === come) calls.delete(name);
  };
}

/** Brings a figure to life. */
export const rouse = (name: string): void => calls.get(name)?.();

/** The figure of that name, alive and about to be moved. */
export function call(name: string): FigureInPage | undefined {
  rouse(name);
  const figure = figureInPage(name);
  figure?.wake();
  return figure;
}

/** A number or a coloured word in the text that is pointed at, has the focus or is dragged. */
export interface Touched {
  figure: string;
  quantity: Quantity | null;
  element: Element;
  /** A word is often only passed by on the way to somewhere else. */
  isWord: boolean;
}

export const touched = createStore<Touched | undefined>(undefined);

/** It is left: nothing is touched, unless something else is by now. */
export function letGo(element: Element): void {
  if (touched.get()?.element === element) touched.set(undefined);
}
