import { useEffect, useRef } from 'react';
import type { Experiment, Value } from '../model/contract';
import { announce } from './inPage';
import type { Figure } from './useExperiment';

/** Lets numbers in the text read and set the figure's parameters. */
export function useInPage(figure: Figure, experiment: Experiment): void {
  const { name, state, base } = figure;
  const latest = useRef(figure);
  useEffect(() => {
    latest.current = figure;
  });
  useEffect(() => {
    const change = (parameter: string, value: Value): void => latest.current.change(parameter, value);
    const wake = (): void => latest.current.wake();
    announce(name, { experiment, params: state.params, base, change, wake });
  }, [name, experiment, state.params, base]);
  useEffect(() => () => announce(name, undefined), [name]);
}
