import type { Figure, Output } from '../../../model/contract';
import { formatValue } from '../../../views/format';
import type { FigureFacts } from '../figure/loadFigure';
import type { Option } from '../form/SelectField';

/** `Goodput (9.5 Mbit/s)`; without an example, `Goodput (Mbit/s)`. */
function named({ label, unit }: Output, example: Figure | undefined): string {
  const said = example && example.value !== null ? formatValue(example.value, example.unit) : unit;
  return said ? `${label} (${said})` : label;
}

/** The numbers of a figure's summary, as one chooses among them: with an example, which has the unit. */
export const summaryOptions = (facts: FigureFacts | undefined): Option[] =>
  (facts?.experiment.outputs.figures ?? []).map((output) => ({
    value: output.name,
    label: named(output, facts!.examples[output.name]),
  }));

export const unitOf = (facts: FigureFacts | undefined, summary: unknown): string =>
  facts?.experiment.outputs.figures.find(({ name }) => name === summary)?.unit ?? '';

export const columnOptions = (facts: FigureFacts | undefined): Option[] =>
  (facts?.experiment.outputs.columns ?? [])
    .slice(1)
    .map(({ name, meaning, unit }) => ({ value: name, label: unit ? `${meaning} (${unit})` : meaning }));

export const parameterOptions = (facts: FigureFacts | undefined, onlyNumbers = false): Option[] =>
  (facts?.experiment.parameters ?? [])
    .filter(({ kind }) => !onlyNumbers || kind === 'number')
    .map(({ name, label }) => ({ value: name, label }));
