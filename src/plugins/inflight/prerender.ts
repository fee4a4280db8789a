import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Experiment, More, Prerendered } from '../../model/types';
import type { Bridge } from './bridge';
import { decimate } from './decimate';
import { stillOf } from './still';
import { settingOf } from './recording';

/** Rows of a stored curve: as they are chosen with care, a row for two or three pixels of a wide figure is enough. */
const ROWS = 260;

/** Tables of so few rows stay as they are, and those whose picture is a field: a field has no more rows than cells. */
const SHORT = 12;

const fieldsOf = ({ views }: Experiment): (string | undefined)[] =>
  views.filter(({ kind }) => kind === 'heatmap').flatMap(({ tables }) => tables);

/** Tables of the picture that is seen first. */
const firstOf = ({ views }: Experiment): (string | undefined)[] =>
  views.find(({ kind }) => kind !== 'pipe')?.tables ?? [];

/** The first picture of a figure, for each of its presets. */
export function prerender(bridge: Bridge, experiment: Experiment): Prerendered {
  const [fields, first] = [fieldsOf(experiment), firstOf(experiment)];
  const runs = experiment.presets.map((preset) => {
    const { tables = {}, ...result } = bridge.run(experiment.id, preset.values);
    const short = Object.entries(tables).filter(([name, table]) => {
      const rows = table[0]?.values.length ?? 0;
      return rows <= SHORT || fields.includes(name) || (rows <= ROWS && first.includes(name));
    });
    const still = stillOf(experiment, tables, result);
    const columns = decimate(result.columns, ROWS);
    return [preset.id, { ...result, columns, tables: Object.fromEntries(short), still, thin: true }] as const;
  });
  return { experiment, runs: Object.fromEntries(runs) };
}

/** What stands behind a figure's tabs: its Python, and the kernel's curves beside the model's. */
export function prerenderMore(bridge: Bridge, experiment: Experiment, folders: Folders): More {
  return {
    source: readFileSync(join(folders.simulations, experiment.file), 'utf8'),
    kernel: experiment.kernel.map((name) => {
      const recording = readFileSync(join(folders.recordings, `${name}.json`), 'utf8');
      const comparison = bridge.compare(recording);
      return {
        ...comparison,
        setting: settingOf(recording),
        model: decimate(comparison.model, ROWS),
        kernel: decimate(comparison.kernel, ROWS),
      };
    }),
  };
}

export interface Folders {
  /** Holds the package `inflight`. */
  simulations: string;
  /** Holds recordings of a real kernel. */
  recordings: string;
}
