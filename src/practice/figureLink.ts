import type { Entry } from '../model/catalogue';
import type { Posed } from '../model/contract';
import type { FigureLink } from '../model/questions';

/** A link to a figure with the values that a question was asked at. */
export function linkAt(figure: FigureLink | undefined, posed: Posed | undefined): FigureLink | undefined {
  const drawn = posed?.question.figure?.values;
  if (!figure?.at || !drawn) return figure;
  return {
    ...figure,
    at: Object.fromEntries(Object.entries(figure.at).map(([name, at]) => [name, drawn[name] ?? at])),
  };
}

/**
 * The address of a figure's own page, set as the link says. `entry` knows what a preset sets; without it the page begins
 * with its first preset.
 */
export function addressOf({ id, preset, at = {} }: FigureLink, entry?: Pick<Entry, 'presets'>): string {
  const query = new URLSearchParams(entry?.presets.find((each) => each.id === preset)?.search);
  for (const [name, value] of Object.entries(at))
    query.set(`${id}.${name}`, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
  const text = query.toString();
  return `/figures/${id}/${text && `?${text}`}`;
}
