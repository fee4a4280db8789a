import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { matters } from '../../figure/parameters';
import type { Parameter, ReplayEstimate, Value } from '../../model/contract';
import { Table } from '../../ui/Table';
import { Text } from '../../ui/Text';
import { formatSetting } from '../../views/format';
import css from './Replay.module.css';

interface EstimatesProps {
  controls: readonly Parameter[];
  estimates: readonly ReplayEstimate[];
}

const known = (): Record<ReplayEstimate['known'], string> => ({
  measured: translate({ id: 'yours.replay.measured', message: 'measured' }),
  'at least': translate({ id: 'yours.replay.atLeast', message: 'at least' }),
  assumed: translate({ id: 'yours.replay.assumed', message: 'assumed' }),
});

/** A value as it is written beside its control. */
function say(control: Parameter, value: Value): string {
  switch (control.kind) {
    case 'number':
      return control.special[String(value)] ?? formatSetting(Number(value), control.unit);
    case 'choice':
      return control.choices.find((choice) => choice.value === value)?.label ?? String(value);
    case 'flag':
      return value
        ? translate({ id: 'yours.replay.on', message: 'yes' })
        : translate({ id: 'yours.replay.off', message: 'no' });
    default:
      return String(value);
  }
}

/** What the model was told, and from what that was told. */
export function Estimates({ controls, estimates }: EstimatesProps): ReactNode {
  const words = known();
  const values = Object.fromEntries(estimates.map(({ parameter, value }) => [parameter, value]));
  const isSaid = (name: string, control: Parameter): boolean =>
    matters(control, values) && (name !== 'pause_at' || values.pause !== 0);
  return (
    <Table label={translate({ id: 'yours.replay.estimates', message: 'What was estimated from the capture' })}>
      <thead>
        <tr>
          <th scope="col">
            <Translate id="yours.replay.estimate.what">What</Translate>
          </th>
          <th scope="col">
            <Translate id="yours.replay.estimate.value">Value, and how it is known</Translate>
          </th>
          <th scope="col">
            <Translate id="yours.replay.estimate.from">From what</Translate>
          </th>
        </tr>
      </thead>
      <tbody>
        {estimates.map(({ parameter, value, known: how, evidence }, index) => {
          const control = controls[index]!;
          if (!isSaid(parameter, control)) return null;
          return (
            <tr key={parameter}>
              <th scope="row">{control.label}</th>
              <td>
                {say(control, value)}{' '}
                <Text as="small" tone="soft" className={css.known}>
                  {words[how]}
                </Text>
              </td>
              <td className={css.evidence}>{evidence}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
