import Translate from '@docusaurus/Translate';
import { type ReactNode, useCallback } from 'react';
import type { Codes as Told, Revealed } from '../../../model/contract';
import { Button } from '../../../ui/Button';
import { Fact, Facts } from '../../../ui/Facts';
import { Row } from '../../../ui/layout';
import { Text } from '../../../ui/Text';
import { download } from '../../download';
import { useAnswerOf } from '../../useAnswerOf';
import type { Desk } from '../../useDesk';
import type { Checks } from '../checks/useChecks';

interface CodesProps {
  desk: Desk;
  good: NonNullable<Checks['good']>;
}

/** What a teacher tells when a session begins, and what is published when all is over. */
export function Codes({ desk, good: { head, text } }: CodesProps): ReactNode {
  const ask = useCallback((signal: AbortSignal) => desk.ask<Told>('codes', { assignment: text }, signal), [desk, text]);
  const { answer, failure } = useAnswerOf(ask);
  async function save(): Promise<void> {
    const { key } = await desk.ask<Revealed>('reveal', { assignment: text });
    download(`${JSON.stringify(key, null, 2)}\n`, `${head.id}-key.json`);
  }
  return (
    <>
      {head.proctored && (
        <>
          <Facts>
            {answer?.codes.map(({ session, code }) => (
              <Fact key={session} name={session}>
                <Text as="code" size="title" isStrong>
                  {code}
                </Text>
              </Fact>
            ))}
          </Facts>
          <small>
            <Translate id="teach.codes.hint">
              Give out the code when the session begins, not before. It belongs to this version of the assignment: if
              you change anything, the codes change too.
            </Translate>
          </small>
        </>
      )}
      {failure !== undefined && <Text tone="bad">✗ {failure}</Text>}
      {head.feedback === 'reveal' && (
        <Row isCentred>
          <Button onClick={() => void save()}>
            <Translate id="teach.key.file">Key to publish</Translate>
          </Button>
          <small>
            <Translate id="teach.key.file.hint">
              Publish it once all files are in and the last session is over. Students open it on the assignment page and
              see what their answers are worth.
            </Translate>
          </small>
        </Row>
      )}
    </>
  );
}
