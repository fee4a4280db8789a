import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Found } from '../../linux/lab/Found';
import { Button } from '../../ui/Button';
import { Row } from '../../ui/layout';
import { Text } from '../../ui/Text';
import type { LinuxCall } from './useLinuxCall';

/** Is the promise kept? And the end of the call. */
export function MeasureStep({ call }: { call: LinuxCall }): ReactNode {
  const { verdict, isMeasuring, measure, end } = call;
  const isKept = verdict?.is === 'solved';
  return (
    <>
      <Text size="note">
        <Translate id="incident.linux.measure.about" values={{ out: <code>out</code>, back: <code>back</code> }}>
          {
            'This uses the service the way its users do, and compares what comes of it with the promise. On the router, the root disciplines of {out} and {back} stand for the line and its length: leave them as they are.'
          }
        </Translate>
      </Text>
      <Row gap={3} isCentred aria-busy={isMeasuring}>
        <Button look={isKept ? undefined : 'main'} disabled={isMeasuring} onClick={measure}>
          {isMeasuring ? (
            <Translate id="linux.labs.checking">Measuring …</Translate>
          ) : (
            <Translate id="incident.linux.measure">Measure</Translate>
          )}
        </Button>
        <Button look={isKept ? 'main' : 'quiet'} disabled={isMeasuring} onClick={end}>
          {isKept ? (
            <Translate id="incident.end">It’s over</Translate>
          ) : (
            <Translate id="incident.linux.giveUp">Give up</Translate>
          )}
        </Button>
      </Row>
      {verdict && !isMeasuring && (
        <Found
          verdict={verdict}
          solved={<Translate id="incident.linux.kept">The promise is kept.</Translate>}
          unsolved={<Translate id="incident.linux.broken">The promise isn’t kept.</Translate>}
        />
      )}
    </>
  );
}
