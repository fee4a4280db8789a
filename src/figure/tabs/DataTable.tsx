import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Result } from '../../model/types';
import { formatNumber, formatValue, scaled } from '../../views/format';
import { spoken } from '../../views/text';
import { Row, Stack } from '../../ui/layout';
import { Table } from '../../ui/Table';
import css from './Behind.module.css';

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
    <Table label={translate({ id: 'figure.data', message: 'The curves as numbers' })} isNumbers height="24rem">
      <thead>
        <tr>
          {heads.map(({ name, meaning, scale }) => (
            <th key={name} scope="col" title={meaning}>
              {spoken(name)}
              {scale.unit && <small> {scale.unit}</small>}
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
    </Table>
  );
}

/** The run in numbers: the summary, whole, and the curves. */
export function DataTable({ result: { columns, summary } }: { result: Result }): ReactNode {
  return (
    <Stack isFilled gap={5}>
      <dl className={css.figures}>
        {Object.entries(summary).map(([name, { label, value, unit }]) => (
          <Row key={name} isApart>
            <dt>{label}</dt>
            <dd>{value === null ? '–' : formatValue(value, unit)}</dd>
          </Row>
        ))}
      </dl>
      <Columns columns={columns} />
    </Stack>
  );
}
