import { useEffect, useRef } from 'react';
import type { Experiment, Value } from '../model/contract';
import { announce } from './inPage';
import type { Figure } from './useExperiment';

/** Lets numbers in the text, and small figures that share its state, read and set the figure's parameters. */
export function useInPage(figure: Figure, experiment: Experiment): void {
  const { name, state, base, clock } = figure;
  const latest = useRef(figure);
  useEffect(() => {
    latest.current = figure;
  });
  useEffect(() => {
    const change = (parameter: string, value: Value): void => latest.current.change(parameter, value);
    const wake = (): void => latest.current.wake();
    const complete = (): void => latest.current.complete();
    announce(name, { experiment, state, base, clock, change, wake, complete });
  }, [name, experiment, state, base, clock]);
  useEffect(() => () => announce(name, undefined), [name]);
}
