import type { Column, Result, Table } from '../model/types';

/** A table of a run; undefined where the run does not have it (it is under way, or was thinned out). */
export const tableOf = (run: Pick<Result, 'tables'>, name: string): Table | undefined => run.tables?.[name];

/** A column by name; one without rows if there is none. */
export function columnOf(table: Table, name: string): Column {
  return (
    table.find((column) => column.name === name) ?? {
      name,
      unit: '',
      meaning: '',
      quantity: 'time',
      values: new Float64Array(),
    }
  );
}

/** What a value of a column with words stands for. */
export const wordOf = ({ words }: Column, value: number): string => words?.[value] ?? '';
