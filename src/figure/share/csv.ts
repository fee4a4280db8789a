import { csvFormatRows } from 'd3-dsv';
import type { Experiment } from '../../model/contract';
import type { Result } from '../../model/types';
import { plainSettings } from './settings';

/** A run as `inflight run ID --csv` writes it: what was set in lines that begin with #, then the columns. */
export function toCsv({ id, parameters }: Experiment, run: Result, address: string): string {
  const notes = [
    `experiment: ${id}`,
    ...plainSettings(parameters, run.parameters),
    `seed: ${run.seed}`,
    `source: ${address}`,
  ];
  const heads = run.columns.map(({ name, unit }) => (unit ? `${name} (${unit})` : name));
  const rows = Array.from(run.columns[0]?.values ?? [], (_, row) =>
    run.columns.map(({ values }) => (Number.isNaN(values[row]!) ? '' : String(values[row]))),
  );
  return `${notes.map((note) => `# ${note}\n`).join('')}${csvFormatRows([heads, ...rows])}\n`;
}
