import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Comparison, Metric } from '../../model/contract';
import { formatShare, formatValue } from '../../views/format';
import { Table } from '../../ui/Table';

function verdictWord(verdict: Metric['verdict']): string {
  switch (verdict) {
    case 'ok':
      return translate({ id: 'figure.metrics.ok', message: '✓ within' });
    case 'known':
      return translate({ id: 'figure.metrics.known', message: 'known gap' });
    case 'bad':
      return translate({ id: 'figure.metrics.bad', message: '✗ outside' });
    case 'shown':
      return translate({ id: 'figure.metrics.shown', message: 'for information' });
  }
}

/** How far the model is from the kernel, number by number. */
export function Metrics({ comparison }: { comparison: Comparison }): ReactNode {
  const label = translate({ id: 'figure.metrics', message: 'Model and kernel in numbers' });
  const judgedFirst = [...comparison.metrics].sort(
    (a, b) => Number(a.verdict === 'shown') - Number(b.verdict === 'shown'),
  );
  return (
    <Table label={label} isNumbers>
      <thead>
        <tr>
          <th scope="col">
            <Translate id="figure.metrics.metric">Metric</Translate>
          </th>
          <th scope="col">
            <Translate id="figure.metrics.model">Model</Translate>
          </th>
          <th scope="col">
            <Translate id="figure.metrics.kernel">Kernel</Translate>
          </th>
          <th scope="col">
            <Translate id="figure.metrics.error">Error</Translate>
          </th>
          <th scope="col">
            <Translate id="figure.metrics.bound">Allowed</Translate>
          </th>
          <th scope="col">
            <Translate id="figure.metrics.verdict">Verdict</Translate>
          </th>
        </tr>
      </thead>
      <tbody>
        {judgedFirst.map(({ metric, unit, model, kernel, error, bound, verdict }) => (
          <tr key={metric}>
            <th scope="row">{metric.replaceAll('_', ' ')}</th>
            <td>{formatValue(model, unit)}</td>
            <td>{formatValue(kernel, unit)}</td>
            <td>{formatShare(error)}</td>
            <td>{bound === null ? '–' : `±\u2009${formatShare(bound)}`}</td>
            <td>{verdictWord(verdict)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
