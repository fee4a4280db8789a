import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import data from '@inflight/knobs.json';
import type { ReactNode } from 'react';
import { KERNELS } from '../../model/kernels';
import { compareVersions, type Knob, type KnobDefault, REFERENCE, versionIn } from '../../model/knobs';
import { Table } from '../../ui/Table';
import { Words } from '../reference/Words';

/** Where the recordings begin. */
const [FROM] = KERNELS;

const isLater = ({ since }: KnobDefault): boolean => {
  const version = versionIn(since);
  return version !== undefined && compareVersions(version, FROM) > 0;
};

interface Change {
  knob: Knob;
  before: KnobDefault | undefined;
  after: KnobDefault;
}

const changes = data.flatMap((knob): Change[] => {
  if (knob.kind !== 'sysctl') return [];
  const first = knob.defaults.findIndex(isLater);
  return first < 0 ? [] : [{ knob, before: knob.defaults[first - 1], after: knob.defaults.at(-1)! }];
});

/** Sysctls that came after 6.1, or whose default changed. */
export default function ChangedKnobs(): ReactNode {
  return (
    <Table label={translate({ id: 'kernels.knobs', message: 'Sysctls that are new or have another default' })}>
      <thead>
        <tr>
          <th scope="col">sysctl</th>
          <th scope="col">{FROM}</th>
          <th scope="col">
            <Translate id="kernels.knobs.now">Now</Translate>
          </th>
          <th scope="col">
            <Translate id="kernels.knobs.since">Since</Translate>
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ knob, before, after }) => (
          <tr key={knob.name}>
            <td>
              <Link to={`${REFERENCE}#${knob.anchor}`}>
                <code>{knob.name}</code>
              </Link>
            </td>
            <td>{before ? <Words>{before.value}</Words> : '–'}</td>
            <td>
              <Words>{after.value}</Words>
            </td>
            <td>{after.since}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
