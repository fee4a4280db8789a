import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { ConnectionRow } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { Row, Stack } from '../../ui/layout';
import { Table } from '../../ui/Table';
import { Text } from '../../ui/Text';
import { formatNumber, formatValue } from '../../views/format';
import { LimitLabel } from '../limits';
import type { Opened } from '../opened';
import { Remarks } from '../Remarks';
import css from './Connections.module.css';
import { type Order, sorted } from './sorting';

interface ConnectionsProps {
  opened: Opened;
  rows: readonly ConnectionRow[];
  onOpen: (id: number) => void;
}

/** As many are drawn before a reader asks for all. */
const FIRST = 100;

interface Kept {
  row: ConnectionRow;
  /** The name of its file, where there are two. */
  file: string | undefined;
  onOpen: (id: number) => void;
}

/** What is in the captures: a table, or cards where there is no room for one. */
export function Connections({ opened, rows, onOpen }: ConnectionsProps): ReactNode {
  const [order, setOrder] = useState<Order>('data');
  const [isWhole, setWhole] = useState(false);
  const by = useId();
  const all = useMemo(() => sorted(rows, order), [rows, order]);
  const kept = (isWhole ? all : all.slice(0, FIRST)).map((row): Kept => {
    const file = opened.named.length > 1 ? opened.named[row.file]?.name : undefined;
    return { row, file, onOpen };
  });
  const orders: { value: Order; label: string }[] = [
    { value: 'data', label: translate({ id: 'yours.order.data', message: 'data' }) },
    { value: 'duration', label: translate({ id: 'yours.order.duration', message: 'duration' }) },
    { value: 'resent', label: translate({ id: 'yours.order.resent', message: 'segments sent again' }) },
    { value: 'start', label: translate({ id: 'yours.order.start', message: 'start' }) },
  ];
  return (
    <Stack gap={4} isFilled>
      <Row isCentred gap={4} data-only="screen">
        <Text as="span" id={`${by}-label`}>
          <Translate id="yours.order">Sort by</Translate>
        </Text>
        <Choices labelledBy={`${by}-label`} value={order} choices={orders} onChoose={setOrder} />
      </Row>
      <div className={css.wide}>
        <Wide kept={kept} />
      </div>
      <Stack as="ul" gap={4} isFilled className={css.narrow}>
        {kept.map((each) => (
          <Card key={each.row.id} {...each} />
        ))}
      </Stack>
      {all.length > kept.length && (
        <Button onClick={() => setWhole(true)}>
          {translate({ id: 'yours.list.all', message: 'Show all {count} connections' }, { count: all.length })}
        </Button>
      )}
    </Stack>
  );
}

const sayRtt = ({ rtt }: ConnectionRow): string => (rtt === null ? '–' : formatValue(rtt, 'ms'));

function Wide({ kept }: { kept: readonly Kept[] }): ReactNode {
  return (
    <Table label={translate({ id: 'yours.list', message: 'Connections' })} className={css.table}>
      <thead>
        <tr>
          <th scope="col">
            <Translate id="yours.list.ends">From client to server</Translate>
          </th>
          <th scope="col">
            <Translate id="yours.list.limit">Held back by</Translate>
          </th>
          <th scope="col" className={css.number}>
            <Translate id="yours.list.start">Start</Translate>
          </th>
          <th scope="col" className={css.number}>
            <Translate id="yours.list.lasts">Lasts</Translate>
          </th>
          <th scope="col" className={css.number}>
            <Translate id="yours.list.there">Data →</Translate>
          </th>
          <th scope="col" className={css.number}>
            <Translate id="yours.list.back">Data ←</Translate>
          </th>
          <th scope="col" className={css.number}>
            <Translate id="yours.list.rtt">RTT</Translate>
          </th>
          <th scope="col" className={css.number}>
            <Translate id="yours.list.resent">Sent again</Translate>
          </th>
        </tr>
      </thead>
      <tbody>
        {kept.map(({ row, file, onOpen }) => (
          <tr key={row.id}>
            <td>
              <Ends row={row} onOpen={onOpen} />
              {file !== undefined && <small>{file}</small>}
              <Remarks remarks={row.remarks} />
            </td>
            <td>
              <LimitLabel limit={row.limit} />
            </td>
            <td className={css.number}>{formatValue(row.start, 's')}</td>
            <td className={css.number}>{formatValue(row.seconds, 's')}</td>
            <td className={css.number}>{formatValue(row.bytes[0] ?? 0, 'B')}</td>
            <td className={css.number}>{formatValue(row.bytes[1] ?? 0, 'B')}</td>
            <td className={css.number}>{sayRtt(row)}</td>
            <td className={css.number}>{formatNumber(row.resent)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Card({ row, file, onOpen }: Kept): ReactNode {
  const values = { lasts: formatValue(row.seconds, 's'), start: formatValue(row.start, 's'), rtt: sayRtt(row) };
  return (
    <Stack as="li" gap={2} isFilled className={css.card}>
      <Ends row={row} onOpen={onOpen} />
      <LimitLabel limit={row.limit} />
      <Text as="small" isNumbers>
        {formatValue(row.bytes[0] ?? 0, 'B')} → · ← {formatValue(row.bytes[1] ?? 0, 'B')}
      </Text>
      <Text as="small" isNumbers>
        {translate(
          { id: 'yours.card', message: 'starts at {start}, lasts {lasts}, RTT {rtt}, {resent} sent again' },
          { ...values, resent: row.resent },
        )}
      </Text>
      {file !== undefined && <small>{file}</small>}
      <Remarks remarks={row.remarks} />
    </Stack>
  );
}

const Ends = ({ row: { id, client, server }, onOpen }: Pick<Kept, 'row' | 'onOpen'>): ReactNode => (
  <Button look="quiet" className={css.ends} onClick={() => onOpen(id)}>
    {client} → {server}
  </Button>
);
