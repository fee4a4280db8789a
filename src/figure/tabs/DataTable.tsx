import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Result } from '../../model/types';
import { formatNumber, formatValue, scaled } from '../../views/format';
import { spoken } from '../../views/text';
import { ScrollTable } from './ScrollTable';
import css from './Tabs.module.css';

/** More rows than this say no more to a reader; the command line gives them all. */
const ROWS = 60;

function Columns({ columns }: Pick<Result, 'columns'>): ReactNode {
  const length = columns[0]?.values.length ?? 0;
  const stride = Math.max(1, Math.ceil(length / ROWS));
  const rows = Array.from({ length: Math.ceil(length / stride) }, (_, row) => row * stride);
  const heads = columns.map((column) => ({
    ...column,
    scale: scaled(
      column.unit,
      column.values.reduce((most, each) => (each > most ? each : most), 0),
    ),
  }));
  return (
    <ScrollTable label={translate({ id: 'figure.data', message: 'The curves as numbers' })}>
      <thead>
        <tr>
          {heads.map(({ name, meaning, scale }) => (
            <th key={name} scope="col" title={meaning}>
              {spoken(name)}
              {scale.unit && <span className={css.unit}> {scale.unit}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            {heads.map(({ name, values, scale }) => (
              <td key={name}>{formatNumber(values[row]! * scale.factor)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** The run in numbers: the summary, whole, and the curves. */
export function DataTable({ result: { columns, summary } }: { result: Result }): ReactNode {
  return (
    <>
      <dl className={css.figures}>
        {Object.entries(summary).map(([name, { label, value, unit }]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{value === null ? '–' : formatValue(value, unit)}</dd>
          </div>
        ))}
      </dl>
      <Columns columns={columns} />
    </>
  );
}
