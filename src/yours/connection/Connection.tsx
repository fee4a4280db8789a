import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import type { ConnectionRow, ConnectionTold, DirectionTold } from '../../model/contract';
import { Choices } from '../../ui/Choices';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Progress } from '../../ui/Progress';
import { Section } from '../../ui/Section';
import { Text } from '../../ui/Text';
import { formatValue } from '../../views/format';
import type { Look } from '../address';
import type { Desk } from '../desk';
import type { Opened } from '../opened';
import { Remarks } from '../Remarks';
import { Timeline, useClock } from '../timeline/Timeline';
import { useConnection } from '../useConnection';
import css from './Connection.module.css';
import { Happenings } from './Happenings';
import { Beside } from '../replay/Beside';
import { Numbers } from './Numbers';
import { Opening } from './Opening';
import { Shares } from './Shares';

interface ConnectionProps {
  desk: Desk;
  opened: Opened;
  row: ConnectionRow;
  /** The same connection in the other capture. */
  twin: ConnectionRow | undefined;
  look: Look;
  onShow: (change: Look) => void;
}

/** One connection: the verdict first, then the evidence. */
export function Connection({ desk, opened, row, twin, look, onShow }: ConnectionProps): ReactNode {
  const { told, failure, share } = useConnection(desk, opened, row.id);
  const files = useId();
  const both = twin ? [row, twin].sort((a, b) => a.file - b.file) : [];
  return (
    <Stack as="article" gap={5} isFilled>
      <header className={css.head}>
        <Text as="h2" size="ui" tone="soft">
          {row.client} <span aria-label={translate({ id: 'yours.to', message: 'to' })}>→</span> {row.server}
        </Text>
        <p className={css.verdict}>{row.sentence}</p>
        <Remarks remarks={row.remarks} />
      </header>
      {both.length > 0 && (
        <Row isCentred gap={4} data-only="screen">
          <Text as="span" id={`${files}-label`}>
            <Translate id="yours.connection.file">As captured in</Translate>
          </Text>
          <Choices
            labelledBy={`${files}-label`}
            value={String(row.id)}
            choices={both.map(({ id, file }) => ({ value: String(id), label: opened.named[file]?.name ?? '' }))}
            onChoose={(id) => onShow({ connection: Number(id), interval: undefined })}
          />
        </Row>
      )}
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {told ? (
        <Told key={row.id} {...{ desk, opened, told, look, onShow }} />
      ) : (
        failure === undefined && (
          <Progress
            label={translate({ id: 'yours.connection.reading', message: 'Looking at the connection' })}
            {...(share > 0 && { value: share })}
          />
        )
      )}
    </Stack>
  );
}

/** The interval to begin with: the longest of what held the sender back longest. */
function mainInterval({ intervals, shares }: DirectionTold): number | undefined {
  const [first] = shares;
  let best: number | undefined;
  const lengthOf = (index: number): number => intervals[index]!.end - intervals[index]!.start;
  for (const [index, { limit }] of intervals.entries())
    if (limit === first?.limit && (best === undefined || lengthOf(index) > lengthOf(best))) best = index;
  return best;
}

interface ToldProps {
  desk: Desk;
  opened: Opened;
  told: ConnectionTold;
  look: Look;
  onShow: (change: Look) => void;
}

function Told({ desk, opened, told, look, onShow }: ToldProps): ReactNode {
  const { directions, row, viewpoint, opening } = told;
  const switchId = useId();
  const clock = useClock();
  const direction = directions.find(({ side }) => side === look.from) ?? directions[0];
  if (!direction)
    return (
      <>
        <Text isProse>{viewpoint}</Text>
        <Section title={<Translate id="yours.opening.title">What the handshake agreed on</Translate>}>
          <Opening fields={opening} />
        </Section>
      </>
    );
  const isThere = look.interval !== undefined && look.interval < direction.intervals.length;
  const chosen = isThere ? look.interval : mainInterval(direction);
  const sayData = ({ side, bytes }: DirectionTold): string => {
    const data = formatValue(bytes, 'B');
    return side === 'client'
      ? translate({ id: 'yours.direction.client', message: 'from the client, {data}' }, { data })
      : translate({ id: 'yours.direction.server', message: 'from the server, {data}' }, { data });
  };
  return (
    <>
      <Section title={<Translate id="yours.timeline">What held it back, and when</Translate>}>
        {directions.length > 1 && (
          <Row isCentred gap={4} data-only="screen">
            <Text as="span" id={`${switchId}-label`}>
              <Translate id="yours.direction">Data</Translate>
            </Text>
            <Choices
              labelledBy={`${switchId}-label`}
              value={direction.side}
              choices={directions.map((each) => ({ value: each.side, label: sayData(each) }))}
              onChoose={(from) => {
                clock.set(undefined);
                onShow({ from, interval: undefined });
              }}
            />
          </Row>
        )}
        <Timeline
          key={direction.side}
          direction={direction}
          seconds={row.seconds}
          chosen={chosen}
          onChoose={(interval) => onShow({ interval })}
          clock={clock}
        />
      </Section>
      <Section title={<Translate id="yours.shares.title">Where the time went</Translate>}>
        <Shares shares={direction.shares} />
      </Section>
      <Beside key={direction.side} {...{ desk, opened }} id={row.id} side={direction.side} />
      <Section title={<Translate id="yours.happenings.title">What happened</Translate>}>
        <Happenings
          key={direction.side}
          direction={direction}
          onShow={({ t }) => {
            clock.set(t);
            document.querySelector('[data-curves]')?.scrollIntoView({ block: 'center' });
          }}
        />
      </Section>
      <Section title={<Translate id="yours.numbers.title">In numbers</Translate>}>
        <Numbers direction={direction} />
        <Text isProse>{viewpoint}</Text>
      </Section>
      <Section title={<Translate id="yours.opening.title">What the handshake agreed on</Translate>}>
        <Opening fields={opening} />
      </Section>
    </>
  );
}
