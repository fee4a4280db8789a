import type { Experiment, Parameter, Value } from '../../model/contract';
import { packText } from '../../text/packed';
import type { Catalogue, Entry, PresetLink } from '../../model/catalogue';
import type { Chapter, Gallery } from '../../model/gallery';
import { nameOf, writtenNames } from '../../model/knobs';

/** As it stands in an address (`urlState.ts` reads it). */
function written(kind: Parameter['kind'], value: Value): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return kind === 'code' ? packText(String(value)) : String(value);
}

/** A figure's own page starts from its first preset: the query names what is different in another. */
function presetLinks({ id, parameters, presets }: Experiment): PresetLink[] {
  return presets.map((preset) => {
    const query = new URLSearchParams();
    for (const { name, kind, default: base } of parameters) {
      const value = preset.values[name] ?? base;
      if (value !== (presets[0]!.values[name] ?? base)) query.set(`${id}.${name}`, written(kind, value));
    }
    const text = query.toString();
    return { id: preset.id, name: preset.name, search: text && `?${text}` };
  });
}

const knobsOf = ({ parameters }: Experiment): string[] => [
  ...new Set(parameters.flatMap(({ knob }) => writtenNames(knob).map(nameOf))),
];

export function entryOf(experiment: Experiment, chapters: Chapter[]): Entry {
  const { id, part, title, question, kernel } = experiment;
  return {
    id,
    part,
    title,
    question,
    chapters,
    knobs: knobsOf(experiment),
    presets: presetLinks(experiment),
    recordings: kernel.length,
  };
}

/** All experiments, in the order of the book's parts. */
export function catalogueOf(
  experiments: readonly Experiment[],
  chapters: ReadonlyMap<string, Chapter[]>,
  { parts }: Pick<Gallery, 'parts'>,
): Catalogue {
  const entries = experiments.map((experiment) => entryOf(experiment, chapters.get(experiment.id) ?? []));
  const place = ({ part }: Entry): number => parts.findIndex(({ id }) => id === part);
  return { parts, entries: entries.sort((a, b) => place(a) - place(b)) };
}
