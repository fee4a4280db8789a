import Translate, { translate } from '@docusaurus/Translate';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Row, Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';

interface SessionProps {
  /** Opens the session of a code; why that cannot be done, if it cannot. */
  onCode: (code: string) => Promise<string | undefined>;
}

/** Above practice paths: that they are for practice, and where the code of a session is typed. */
export function Session({ onCode }: SessionProps): ReactNode {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setProblem(await onCode(code));
    setBusy(false);
  }
  return (
    <Stack as={Panel} gap={5} role="region" aria-labelledby="session">
      <Text as="h2" id="session" size="title">
        <Translate id="assignment.practice">Practice</Translate>
      </Text>
      <p>
        <Translate id="assignment.practice.about">
          The paths below are for practice, and you hand nothing in here. When the session begins, your teacher will
          give you a code. Enter it to get the paths that count.
        </Translate>
      </p>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap={3}>
          <Field
            label={<Translate id="assignment.code">Session code</Translate>}
            {...(problem !== undefined && { problem })}
          >
            <input
              value={code}
              maxLength={40}
              placeholder="7K3M-9QXA-2F"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={({ target }) => setCode(target.value)}
            />
          </Field>
          <Row>
            <Button type="submit" look="main" disabled={isBusy || !code.trim()}>
              {isBusy
                ? translate({ id: 'assignment.code.busy', message: 'Drawing your paths …' })
                : translate({ id: 'assignment.code.go', message: 'Start the session' })}
            </Button>
          </Row>
        </Stack>
      </form>
    </Stack>
  );
}
