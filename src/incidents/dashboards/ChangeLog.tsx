import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Table } from '../../ui/Table';
import { Text } from '../../ui/Text';
import type { Change } from './changes';
import { letterOf, type Mark } from './marks';

interface ChangeLogProps {
  changes: readonly Change[];
  marks: readonly Mark[];
}

/** What people changed in the last week, the newest first. Those that the graphs mark have their letter. */
export function ChangeLog({ changes, marks }: ChangeLogProps): ReactNode {
  const marked = new Set(marks.map(({ sign }) => sign));
  if (changes.length === 0)
    return (
      <Text size="note" tone="soft">
        {translate({ id: 'incident.changes.none', message: 'Nobody has changed anything this week.' })}
      </Text>
    );
  return (
    <Table label={translate({ id: 'incident.changes', message: 'Change log' })}>
      <thead>
        <tr>
          <th scope="col">{translate({ id: 'incident.changes.mark', message: 'Mark' })}</th>
          <th scope="col">{translate({ id: 'incident.changes.when', message: 'When' })}</th>
          <th scope="col">{translate({ id: 'incident.changes.what', message: 'Change' })}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ when, text }, place) => (
          <tr key={place}>
            <td>{marked.has(letterOf(place)) && letterOf(place)}</td>
            <th scope="row">
              <Text as="span" isNumbers>
                {when}
              </Text>
            </th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
