import type { Experiment, Params } from '../../model/contract';
import { presetOf, settingOf } from '../parameters';
import { type FigureState, writeLink } from '../urlState';

/** The address of a page with a figure on it that starts from `base`; other figures of the page keep their parts. */
export function addressOf(
  page: string,
  name: string,
  experiment: Experiment,
  base: Params,
  state: FigureState,
): string {
  const address = new URL(page);
  address.search = writeLink(address.search, name, experiment, base, state);
  return address.href;
}

/** The address of a figure's own page, or of its embed page, where it starts from its first preset. */
export function ownAddress(page: string, experiment: Experiment, state: FigureState): string {
  return addressOf(page, experiment.id, experiment, settingOf(experiment, presetOf(experiment, undefined)), state);
}
