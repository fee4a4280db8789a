import Translate, { translate } from '@docusaurus/Translate';
import data from '@inflight/kernels.json';
import type { ReactNode } from 'react';
import { Table } from '../../ui/Table';

/** In how many recordings something moved, between any two of the kernels. */
export default function Counts(): ReactNode {
  return (
    <Table isNumbers label={translate({ id: 'kernels.counts', message: 'Recordings in which something moved' })}>
      <thead>
        <tr>
          <th scope="col">
            <Translate id="kernels.between">Between</Translate>
          </th>
          <th scope="col">
            <Translate id="kernels.moved">Something moved</Translate>
          </th>
          <th scope="col">
            <Translate id="kernels.within">Nothing moved</Translate>
          </th>
          <th scope="col">
            <Translate id="kernels.chance">Chance decides</Translate>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.counts.map(({ kernels, moved, within, chance }) => (
          <tr key={kernels.join()}>
            <th scope="row">{kernels.join(' → ')}</th>
            <td>{moved}</td>
            <td>{within}</td>
            <td>{chance}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
