import type { Experiment } from '../../../model/contract';
import type { More, StoredResult } from '../../../model/types';
import type { Bridge } from './bridge';
import { decimate } from './decimate';
import { stillOf } from './still';
import { settingOf } from './recording';

type Compared = More['kernel'][number];

/** Rows of a stored curve: as they are chosen with care, a row for two or three pixels of a wide figure is enough. */
const ROWS = 260;

/** Tables of so few rows stay as they are, and those whose picture is a field: a field has no more rows than cells. */
const SHORT = 12;

const fieldsOf = ({ views }: Experiment): (string | undefined)[] =>
  views.filter(({ kind }) => kind === 'heatmap').flatMap(({ tables }) => tables);

/** Tables of the picture that is seen first. */
const firstOf = ({ views }: Experiment): (string | undefined)[] =>
  views.find(({ kind }) => kind !== 'pipe')?.tables ?? [];

/** Tables of a capture: it is short, and small figures draw it as a time–sequence graph. */
const capturedOf = ({ views }: Experiment): (string | undefined)[] =>
  views.flatMap(({ kind, tables = [] }) => (kind === 'sequence' && !tables.includes('packets') ? tables : []));

/** A preset's run, as far as the first picture of a figure shows it. */
export async function prerendered(bridge: Bridge, id: string, preset: string): Promise<StoredResult> {
  const experiment = await bridge.describe(id);
  const [fields, shown] = [fieldsOf(experiment), [...firstOf(experiment), ...capturedOf(experiment)]];
  const { values } = experiment.presets.find((each) => each.id === preset)!;
  const { tables = {}, ...result } = await bridge.run(id, values);
  const short = Object.entries(tables).filter(([name, table]) => {
    const rows = table[0]?.values.length ?? 0;
    return rows <= SHORT || fields.includes(name) || (rows <= ROWS && shown.includes(name));
  });
  const still = stillOf(experiment, tables, result);
  // Where each step of a curve is a packet, none is left out.
  const isCounted = experiment.views.some(({ kind }) => kind === 'cuts');
  const columns = isCounted ? result.columns : decimate(result.columns, ROWS);
  return { ...result, columns, tables: Object.fromEntries(short), still, thin: true };
}

/** The kernel's curves of a recording beside the model's. */
export async function compared(bridge: Bridge, recording: string): Promise<Compared> {
  const comparison = await bridge.compare(recording);
  return {
    ...comparison,
    setting: settingOf(recording),
    model: decimate(comparison.model, ROWS),
    kernel: decimate(comparison.kernel, ROWS),
  };
}
