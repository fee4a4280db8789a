import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { RuntimeStatus } from '../runtime/types';
import { Button } from '../ui/Button';
import { Row, Stack } from '../ui/layout';
import { Panel } from '../ui/Panel';
import { Progress } from '../ui/Progress';
import { Text } from '../ui/Text';
import { formatValue } from '../views/format';

interface WaitingProps {
  /** What is read. */
  names: readonly string[];
  /** Bytes; undefined: it is being made. */
  size: number | undefined;
  /** How much of it is done, 0 to 1. */
  share: number;
  status: RuntimeStatus;
  onCancel: () => void;
}

/** How far the reading is, and the way to stop it. */
export function Waiting({ names, size, share, status, onCancel }: WaitingProps): ReactNode {
  const isLoading = status.state !== 'ready';
  const name = names.join(', ');
  const doing =
    size === undefined
      ? translate({ id: 'yours.making', message: 'The model runs, and its packets are captured …' })
      : translate({ id: 'yours.reading', message: 'Reading {name}' }, { name });
  return (
    <Panel as={Stack} gap={4} isFilled aria-busy>
      <Row isCentred isApart gap={4}>
        <Text isStrong role="status">
          {doing}
        </Text>
        <Text as="span" tone="soft" isNumbers>
          {isLoading ? (
            <Translate id="yours.loading">loading Python …</Translate>
          ) : (
            size !== undefined &&
            translate(
              { id: 'yours.reading.bytes', message: '{done} of {all}' },
              { done: formatValue(share * size, 'B'), all: formatValue(size, 'B') },
            )
          )}
        </Text>
      </Row>
      <Progress
        label={translate({ id: 'yours.reading.progress', message: 'Read so far' })}
        {...(share > 0 && { value: share })}
      />
      <Row>
        <Button onClick={onCancel}>
          <Translate id="yours.cancel">Cancel</Translate>
        </Button>
      </Row>
    </Panel>
  );
}
