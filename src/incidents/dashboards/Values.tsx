import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Graph } from '../../model/contract';
import { Table } from '../../ui/Table';
import { formatNumber } from '../../views/format';
import { clockText, dayTime } from '../clock';
import fold from '../../ui/fold.module.css';

/** A row for each hour before the call, of six points, and for each point since: one a minute, or more. */
const isTold = (t: number): boolean => t > 0 || t % 3600 === 0;

interface ValuesProps {
  graphs: readonly Graph[];
  began: number;
}

/** What the graphs show, as numbers. */
export function Values({ graphs, began }: ValuesProps): ReactNode {
  const rows = graphs[0]!.times.flatMap((t, place) => (isTold(t) ? [{ t, place }] : [])).reverse();
  return (
    <details>
      <summary className={fold.summary}>
        <Translate id="incident.values">The values as a table</Translate>
      </summary>
      <Table
        label={translate({ id: 'incident.values.label', message: 'Values of the graphs' })}
        isNumbers
        height="20rem"
      >
        <thead>
          <tr>
            <th scope="col">{translate({ id: 'incident.clock', message: 'Time' })}</th>
            {graphs.map(({ id, title, unit }) => (
              <th key={id} scope="col">
                {title} {unit && <small>{unit}</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ t, place }) => (
            <tr key={t}>
              <th scope="row">{t > 0 ? clockText(began + t) : dayTime(began + t)}</th>
              {graphs.map(({ id, values }) => (
                <td key={id}>{formatNumber(values[place]!)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
