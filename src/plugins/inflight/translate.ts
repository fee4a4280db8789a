import type { TranslationFileContent } from '@docusaurus/types';
import type { Experiment, Parameter } from '../../model/contract';
import { isLanes } from '../../model/views';

/** Calls `each` on every text of an experiment that a reader sees, with a key that stays, and puts in what it returns. */
function mapTexts(experiment: Experiment, each: (key: string, text: string) => string): Experiment {
  const { id } = experiment;
  const text = (key: string, value: string) => value && each(`${id}.${key}`, value);
  const parameter = (entry: Parameter): Parameter => {
    const key = `parameter.${entry.name}`;
    const common = { label: text(`${key}.label`, entry.label), help: text(`${key}.help`, entry.help) };
    switch (entry.kind) {
      case 'number': {
        const special = Object.entries(entry.special).map(([value, meaning]) => [
          value,
          text(`${key}.special.${value}`, meaning),
        ]);
        return { ...entry, ...common, special: Object.fromEntries(special) };
      }
      case 'choice':
        return {
          ...entry,
          ...common,
          choices: entry.choices.map(({ value, label }) => ({ value, label: text(`${key}.choice.${value}`, label) })),
        };
      case 'flag':
      case 'marks':
      case 'code':
        return { ...entry, ...common };
    }
  };
  return {
    ...experiment,
    title: text('title', experiment.title),
    question: text('question', experiment.question),
    leaves_out: text('leaves_out', experiment.leaves_out),
    parameters: experiment.parameters.map(parameter),
    presets: experiment.presets.map((preset) => ({
      ...preset,
      name: text(`preset.${preset.id}.name`, preset.name),
      note: text(`preset.${preset.id}.note`, preset.note),
    })),
    bets: experiment.bets.map((bet) => ({ ...bet, question: text(`bet.${bet.id}`, bet.question) })),
    views: experiment.views.map((view) => {
      const title = text(`view.${view.kind}`, view.title);
      if (!isLanes(view)) return { ...view, title };
      return {
        ...view,
        title,
        lanes: view.lanes.map((lane) => ({ ...lane, title: text(`lane.${lane.id}`, lane.title) })),
      };
    }),
  };
}

/** What a translator is given. */
export function textsOf(experiments: Experiment[]): TranslationFileContent {
  const content: TranslationFileContent = {};
  for (const experiment of experiments) {
    mapTexts(experiment, (key, message) => {
      content[key] = { message };
      return message;
    });
  }
  return content;
}

/** The experiment in the words of a translation; what it leaves out stays English. */
export function withTexts(experiment: Experiment, content: TranslationFileContent): Experiment {
  return mapTexts(experiment, (key, text) => content[key]?.message ?? text);
}
