import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Result } from '../../../model/types';
import { formatNumber, scaled } from '../../../views/format';
import { ScrollTable } from './ScrollTable';
import css from './Tabs.module.css';

/** More rows than this say no more to a reader; the command line gives them all. */
const ROWS = 60;

/** The curves as numbers. */
export function DataTable({ result: { columns } }: { result: Result }): ReactNode {
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
              {name.replaceAll('_', ' ')}
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
