import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Grid, Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import type { Dashboards } from '../../model/contract';
import type { Answered } from '../call/useAnswer';
import type { OnCall } from '../call/useCall';
import { clockText } from '../clock';
import { lastOf } from '../steps/progress';
import { changesIn } from './changes';
import { ChangeLog } from './ChangeLog';
import { Graph } from './Graph';
import css from './Graph.module.css';
import { marksOf } from './marks';
import { Values } from './Values';

interface DashboardsTabProps {
  call: OnCall;
  /** The graphs of the last look. */
  looked: Answered<Dashboards>;
  isClosed: boolean;
}

/** Graphs of the last day, and what was changed lately. Looking takes its time. */
export function DashboardsTab({ call, looked: { answer, failure }, isClosed }: DashboardsTabProps): ReactNode {
  const graphs = answer?.graphs ?? [];
  const { entries, standing, waiting } = call;
  const log = lastOf(entries, ':changes');
  const look = lastOf(entries, ':dashboards');
  const changes = log && !log.isRefused ? changesIn(log.text) : [];
  const marks = marksOf(entries, changes, log?.at ?? 0);
  const began = standing.clock - standing.seconds;
  const isDisabled = isClosed || waiting.length > 0;
  return (
    <Stack gap={5} isFilled className={css.dashboards}>
      <Row gap={3} isCentred>
        <Button disabled={isDisabled} onClick={() => call.type(':dashboards')}>
          {look
            ? translate({ id: 'incident.dashboards.again', message: 'Look at the dashboards again (30 s)' })
            : translate({ id: 'incident.dashboards.look', message: 'Look at the dashboards (30 s)' })}
        </Button>
        <Button disabled={isDisabled} onClick={() => call.type(':changes')}>
          {log
            ? translate({ id: 'incident.changes.again', message: 'Read the change log again (30 s)' })
            : translate({ id: 'incident.changes.read', message: 'Read the change log (30 s)' })}
        </Button>
        {look && (
          <Text as="span" size="note" tone="soft" isNumbers>
            {translate({ id: 'incident.dashboards.at', message: 'As of {time}' }, { time: clockText(look.at) })}
          </Text>
        )}
      </Row>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      {look && graphs.length === 0 && failure === undefined && (
        <Text size="note" tone="soft">
          {look.text === 'no dashboards' ? (
            <Translate id="incident.dashboards.none">Nobody measures anything here.</Translate>
          ) : (
            <Translate id="incident.dashboards.loading">Drawing …</Translate>
          )}
        </Text>
      )}
      {graphs.length > 0 && (
        <>
          <Grid least="18rem" gap={5}>
            {graphs.map((graph) => (
              <Graph key={graph.id} graph={graph} marks={marks} began={began} />
            ))}
          </Grid>
          <Values graphs={graphs} began={began} />
        </>
      )}
      {log && !log.isRefused && <ChangeLog changes={changes} marks={marks} />}
    </Stack>
  );
}
