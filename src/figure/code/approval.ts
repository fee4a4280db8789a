import type { CodeParameter, Experiment, Params } from '../../model/contract';

/** The parameter that holds a reader's own Python. */
export const codeOf = ({ parameters }: Experiment): CodeParameter | undefined =>
  parameters.find((parameter) => parameter.kind === 'code');

/**
 * What may be run at once, and what a reader has to look at first: code in a link that is not the book's own, for which
 * that of `base` stands in.
 */
export function setApart(
  experiment: Experiment,
  params: Params,
  base: Params,
): { trusted: Params; unapproved: Params } {
  const code = codeOf(experiment);
  if (!code) return { trusted: params, unapproved: {} };
  const { name } = code;
  const ours = [code.default, base[name], ...experiment.presets.map(({ values }) => values[name])];
  if (ours.includes(params[name]!)) return { trusted: params, unapproved: {} };
  return { trusted: { ...params, [name]: base[name]! }, unapproved: { [name]: params[name]! } };
}
