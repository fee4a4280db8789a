import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Forecast } from '../memory/progress';
import { dayInWords } from './days';
import { Table } from '../ui/Table';

/** The same in numbers; days without a card are left out. */
export function DueTable({ due }: { due: Forecast['due'] }): ReactNode {
  return (
    <details>
      <summary>
        <Translate id="progress.due.table">In numbers</Translate>
      </summary>
      <Table label={translate({ id: 'progress.due', message: 'Cards due, by day' })} isNumbers>
        <thead>
          <tr>
            <th scope="col">
              <Translate id="progress.due.day">Day</Translate>
            </th>
            <th scope="col">
              <Translate id="progress.due.cards">Cards</Translate>
            </th>
          </tr>
        </thead>
        <tbody>
          {due
            .filter(({ cards }, place) => cards > 0 || place === 0)
            .map(({ day, cards }) => (
              <tr key={day}>
                <th scope="row">{dayInWords(day)}</th>
                <td>{cards}</td>
              </tr>
            ))}
        </tbody>
      </Table>
    </details>
  );
}
