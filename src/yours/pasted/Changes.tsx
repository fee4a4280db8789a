import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { PastedDifference } from '../../model/contract';
import { Stack } from '../../ui/layout';
import { Table } from '../../ui/Table';
import { Text } from '../../ui/Text';
import css from './Pasted.module.css';

/** So many are open from the start. */
const FEW = 3;

/** 4096, 25,000: commas from five digits. */
const said = (value: number): string => value.toLocaleString('en', { useGrouping: Math.abs(value) >= 10_000 });

/** What has changed between two snapshots of one thing. */
export const Changes = ({
  differences,
  still,
}: {
  differences: readonly PastedDifference[];
  still: number;
}): ReactNode => (
  <Stack gap={4} isFilled>
    {differences.map(({ item, lines: [first, second], seconds, changes }, place) => (
      <details key={place} open={place < FEW} className={css.change}>
        <summary>
          {item}{' '}
          <small>
            {seconds === null
              ? translate({ id: 'pasted.between', message: 'lines {first} and {second}' }, { first, second })
              : translate(
                  { id: 'pasted.apart', message: 'lines {first} and {second}, {seconds} s apart' },
                  { first, second, seconds },
                )}
          </small>
        </summary>
        <Table label={translate({ id: 'pasted.changes', message: 'Changes of {item}' }, { item })} isNumbers>
          <thead>
            <tr>
              <th scope="col">
                <Translate id="pasted.name">Field</Translate>
              </th>
              <th scope="col">
                <Translate id="pasted.before">Before</Translate>
              </th>
              <th scope="col">
                <Translate id="pasted.after">After</Translate>
              </th>
              <th scope="col">
                <Translate id="pasted.grown">Grown by</Translate>
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after, unit }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code> {unit !== '' && <small>{unit}</small>}
                </th>
                <td>{said(before)}</td>
                <td>{said(after)}</td>
                <td>{said(after - before)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    ))}
    {still > 0 && (
      <Text size="note" tone="soft">
        {still === 1
          ? translate({ id: 'pasted.still.one', message: 'One thing was seen twice without a change.' })
          : translate(
              { id: 'pasted.still', message: '{count} things were seen twice without a change.' },
              { count: still },
            )}
      </Text>
    )}
  </Stack>
);
