import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Comparison } from '../../../model/types';
import { formatNumber, formatValue } from '../../../views/format';
import { ScrollTable } from './ScrollTable';

const value = (number: number | null, unit: string): string => (number === null ? '–' : formatValue(number, unit));
const percent = (share: number | null): string =>
  share === null ? '–' : `${formatNumber(Math.round(1000 * share) / 10)}\u202f%`;

/** How far the model is from the kernel, number by number. */
export function Metrics({ comparison }: { comparison: Comparison }): ReactNode {
  const label = translate({ id: 'figure.metrics', message: 'Model and kernel in numbers' });
  return (
    <ScrollTable label={label}>
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
        {comparison.metrics.map(({ metric, unit, model, kernel, error, bound, verdict }) => (
          <tr key={metric}>
            <th scope="row">{metric.replaceAll('_', ' ')}</th>
            <td>{value(model, unit)}</td>
            <td>{value(kernel, unit)}</td>
            <td>{percent(error)}</td>
            <td>{percent(bound)}</td>
            <td>{verdict}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
