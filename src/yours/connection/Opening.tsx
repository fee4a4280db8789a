import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { KnobName } from '../../figure/controls/KnobName';
import type { OpeningField } from '../../model/contract';
import { Marked } from '../../ui/Marked';
import { Table } from '../../ui/Table';
import css from './Opening.module.css';

/** What the two ends agreed on in the handshake, field by field. */
export function Opening({ fields }: { fields: readonly OpeningField[] }): ReactNode {
  if (fields.length === 0)
    return (
      <Translate id="yours.opening.none">
        The handshake isn’t in the capture, so what the ends agreed on isn’t known. Start to capture before the
        connection is opened.
      </Translate>
    );
  return (
    <Table label={translate({ id: 'yours.opening', message: 'The handshake, field by field' })} className={css.opening}>
      <thead>
        <tr>
          <th scope="col">
            <Translate id="yours.opening.field">Field</Translate>
          </th>
          <th scope="col">
            <Translate id="yours.opening.client">Client</Translate>
          </th>
          <th scope="col">
            <Translate id="yours.opening.server">Server</Translate>
          </th>
          <th scope="col" className={css.meaning}>
            <Translate id="yours.opening.meaning">What it means here</Translate>
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, client, server, meaning, entry }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{client}</td>
            <td>{server}</td>
            <td className={css.meaning}>
              <Marked text={meaning} /> {entry !== '' && <KnobName knob={entry} />}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
