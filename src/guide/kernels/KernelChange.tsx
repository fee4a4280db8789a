import Translate, { translate } from '@docusaurus/Translate';
import data from '@inflight/kernels.json';
import type { ReactNode } from 'react';
import { type Cause, KERNELS, type Moved } from '../../model/kernels';
import { Stack } from '../../ui/layout';
import { Table } from '../../ui/Table';
import { formatNumber } from '../../views/format';
import { Curves } from './Curves';
import css from './kernels.module.css';

const causes = new Map(data.causes.map((cause) => [cause.id, cause]));

const shown = (value: Moved['values'][number]): ReactNode =>
  value === null ? '–' : typeof value === 'number' ? formatNumber(value) : <code>{value}</code>;

function Commits({ commits }: Pick<Cause, 'commits'>): ReactNode {
  if (commits.length === 0)
    return (
      <p>
        <b>
          <Translate id="kernels.unknown">Cause not found.</Translate>
        </b>
      </p>
    );
  return (
    <ul className={css.commits}>
      {commits.map(({ hash, subject, since }) => (
        <li key={hash}>
          <code>{hash}</code> {subject}{' '}
          <small>
            <Translate id="kernels.since" values={{ since }}>
              {'Linux {since}'}
            </Translate>
          </small>
        </li>
      ))}
    </ul>
  );
}

function Metrics({ moved }: Pick<Cause, 'moved'>): ReactNode {
  return (
    <details>
      <summary>
        <Translate id="kernels.metrics" values={{ count: moved.length }}>
          {'What moved in the recordings ({count})'}
        </Translate>
      </summary>
      <Table label={translate({ id: 'kernels.metrics.label', message: 'Values on each kernel' })} height="24rem">
        <thead>
          <tr>
            <th scope="col">
              <Translate id="kernels.recording">Recording</Translate>
            </th>
            <th scope="col">
              <Translate id="kernels.metric">Metric</Translate>
            </th>
            {KERNELS.map((kernel) => (
              <th key={kernel} scope="col">
                {kernel}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {moved.map(({ recording, metric, unit, values }) => (
            <tr key={`${recording} ${metric}`}>
              <td>
                <code>{recording}</code>
              </td>
              <td>
                {metric}
                {unit !== '' && `, ${unit}`}
              </td>
              {values.map((value, i) => (
                <td key={KERNELS[i]}>{shown(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}

/** A change of the kernel: who made it, a curve before and after, and every metric that it moved. */
export default function KernelChange({ id }: { id: string }): ReactNode {
  const cause = causes.get(id);
  if (!cause) throw new Error(`docs/guide/kernels.yaml has no entry ${id}; it has ${[...causes.keys()].join(', ')}`);
  return (
    <Stack gap={3} className={css.change} data-cause={id}>
      <Commits commits={cause.commits} />
      {cause.curve && <Curves curve={cause.curve} />}
      <Metrics moved={cause.moved} />
    </Stack>
  );
}
