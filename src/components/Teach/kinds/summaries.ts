import type { Figure } from '../../../model/types';
import { formatValue } from '../../../views/format';
import type { FigureFacts } from '../figure/loadFigure';
import type { Option } from '../form/SelectField';

const example = ({ value, unit }: Figure): string => (value === null ? unit : formatValue(value, unit));

/** The numbers of a figure's summary, as one chooses among them: with an example, which has the unit. */
export const summaryOptions = (facts: FigureFacts | undefined): Option[] =>
  Object.entries(facts?.summary ?? {}).map(([value, figure]) => ({
    value,
    label: `${figure.label} (${example(figure)})`,
  }));

export const unitOf = (facts: FigureFacts | undefined, summary: unknown): string =>
  facts?.summary[String(summary)]?.unit ?? '';

export const columnOptions = (facts: FigureFacts | undefined): Option[] =>
  (facts?.columns ?? [])
    .slice(1)
    .map(({ name, meaning, unit }) => ({ value: name, label: unit ? `${meaning} (${unit})` : meaning }));

export const parameterOptions = (facts: FigureFacts | undefined, onlyNumbers = false): Option[] =>
  (facts?.experiment.parameters ?? [])
    .filter(({ kind }) => !onlyNumbers || kind === 'number')
    .map(({ name, label }) => ({ value: name, label }));
