import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Button } from '../ui/Button';
import { Row, Stack } from '../ui/layout';
import { Text } from '../ui/Text';
import { Connection } from './connection/Connection';
import type { Desk } from './desk';
import { Connections } from './list/Connections';
import { Files } from './list/Files';
import { twinOf } from './list/sorting';
import { useLook } from './useLook';
import type { Read } from './useSession';

interface CaptureProps extends Read {
  desk: Desk;
  onForget: () => void;
}

/** What is in the captures: the connections, or one of them. */
export function Capture({ desk, opened, read, onForget }: CaptureProps): ReactNode {
  const { look, show, go } = useLook();
  const { connections } = read;
  const wanted = connections.find(({ id }) => id === look.connection);
  // Where there is only one, or one that was captured twice, it opens by itself.
  const only = useMemo(() => {
    const [first, second] = connections;
    const isAlone = connections.length === 1 || (connections.length === 2 && twinOf(first!, connections) === second);
    return isAlone ? first : undefined;
  }, [connections]);
  const row = wanted ?? only;
  useEffect(() => {
    if (row) window.scrollTo({ top: 0 });
  }, [row]);
  return (
    <Stack gap={5} isFilled>
      <Files {...{ desk, opened, read, onForget }} />
      {row && !only && (
        <Row data-only="screen">
          <Button look="quiet" onClick={() => go({})}>
            <Translate id="yours.back">← All connections</Translate>
          </Button>
        </Row>
      )}
      {row && (
        <Connection
          key={`${row.client} ${row.server}`}
          {...{ desk, opened, row, look }}
          twin={twinOf(row, connections)}
          onShow={show}
        />
      )}
      {!row && connections.length > 0 && (
        <>
          <Text as="h2">
            <Translate id="yours.connections" values={{ count: connections.length }}>
              {'{count} connections'}
            </Translate>
          </Text>
          <Connections opened={opened} rows={connections} onOpen={(id) => go({ connection: id })} />
        </>
      )}
    </Stack>
  );
}
