import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useState } from 'react';
import type { Key } from '../../../model/contract';
import { isAbort, messageOf } from '../../../runtime/errors';
import { Fact, Facts } from '../../../ui/Facts';
import { Stack } from '../../../ui/layout';
import { Marked } from '../../../ui/Marked';
import { Text } from '../../../ui/Text';
import type { Desk } from '../../useDesk';

interface KeyOfProps {
  desk: Desk;
  /** The teacher's file. */
  text: string;
  student: string;
}

/** What the model answers in this student's place. */
export function KeyOf({ desk, text, student }: KeyOfProps): ReactNode {
  const [key, setKey] = useState<Key>();
  const [failure, setFailure] = useState('');
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    const abort = new AbortController();
    desk.key(text, student, abort.signal).then(setKey, (error: unknown) => {
      if (!isAbort(error)) setFailure(messageOf(error));
    });
    return () => abort.abort();
  }, [desk, text, student, isWanted]);
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && setWanted(true)}>
      <summary>
        <Translate id="teach.preview.key" values={{ student }}>
          {'Key for {student}'}
        </Translate>
      </summary>
      {failure && <Text tone="bad">✗ {failure}</Text>}
      {!key && !failure && (
        <p role="status">
          <Translate id="teach.preview.running">Running the models …</Translate>
        </p>
      )}
      {key && (
        <Stack as={Facts} gap={3} isFilled isRuled>
          {Object.entries(key.key).map(([id, { said, solution, marking }]) => (
            <Fact key={id} name={<code>{id}</code>}>
              <Stack gap={2}>
                {said ? (
                  <Text isProse isStrong>
                    <Marked text={said} />
                  </Text>
                ) : (
                  <p>
                    <Translate id="teach.preview.none">No model can answer it.</Translate>
                  </p>
                )}
                {solution && (
                  <Text isProse>
                    <Marked text={solution} />
                  </Text>
                )}
                {marking && (
                  <Text isProse tone="soft">
                    <Marked text={marking} />
                  </Text>
                )}
              </Stack>
            </Fact>
          ))}
        </Stack>
      )}
    </details>
  );
}
