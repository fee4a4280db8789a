import Translate, { translate } from '@docusaurus/Translate';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Row, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { lastOf } from './progress';
import { Settled } from './Settled';
import { Suspects } from './Suspects';
import type { StepProps } from './step';

interface HypothesisProps extends StepProps {
  said: string;
  onSaid: (said: string) => void;
}

/** What it is, in words of one’s own, or from the list, which costs points. */
export function Hypothesis({ said, onSaid, ...step }: HypothesisProps): ReactNode {
  const { incident, call, isDisabled } = step;
  const { standing } = call;
  function submit(event: FormEvent): void {
    event.preventDefault();
    const text = said.trim();
    if (text !== '' && !isDisabled) call.type(`:say ${text}`);
  }
  return (
    <>
      {standing.cause && <Settled cause={standing.cause.cause} />}
      <Stack as="form" gap={3} isFilled onSubmit={submit}>
        <Field
          label={translate({ id: 'incident.say', message: 'What do you think it is?' })}
          hint={translate({ id: 'incident.say.hint', message: 'In one sentence: which machine does what, and why.' })}
        >
          <input value={said} maxLength={300} autoComplete="off" onChange={({ target }) => onSaid(target.value)} />
        </Field>
        <Row gap={3} isCentred>
          <Button type="submit" look="main" disabled={isDisabled || said.trim() === ''}>
            <Translate id="incident.say.it">Say it</Translate>
          </Button>
          {!standing.listed && (
            <Button look="quiet" disabled={isDisabled} onClick={() => call.type(':suspects')}>
              <Translate id="incident.list">Show me a list (costs 5 points)</Translate>
            </Button>
          )}
        </Row>
      </Stack>
      <Meant {...step} />
      {standing.listed && (
        <Suspects
          suspects={incident.suspects}
          settled={standing.cause?.id}
          isDisabled={isDisabled}
          onSettle={(id) => call.type(`:cause ${id}`)}
        />
      )}
    </>
  );
}

/** How the words were understood. */
function Meant({ call, isDisabled }: StepProps): ReactNode {
  const [denied, setDenied] = useState<unknown>();
  const last = lastOf(call.entries, ':say', ':cause');
  if (!last?.line.startsWith(':say ') || last.isRefused || denied === last) return null;
  const { may_mean } = last.standing;
  return (
    <Stack gap={3} isFilled role="status">
      {may_mean.length === 0 && <p>{last.text}</p>}
      {may_mean.length > 1 && (
        <p>
          <Translate id="incident.could">That could mean:</Translate>
        </p>
      )}
      {may_mean.map(({ id, cause }) => (
        <Row key={id} gap={3} isCentred>
          <span>
            {may_mean.length === 1 && <Translate id="incident.mean">You mean:</Translate>}{' '}
            <b>
              <Marked text={cause} />
            </b>
          </span>
          <Button disabled={isDisabled} onClick={() => call.type(`:cause ${id}`)}>
            <Translate id="incident.mean.yes">That’s it</Translate>
          </Button>
        </Row>
      ))}
      {may_mean.length > 0 && (
        <p>
          <Button look="quiet" onClick={() => setDenied(last)}>
            {may_mean.length === 1
              ? translate({ id: 'incident.mean.no', message: 'No' })
              : translate({ id: 'incident.mean.neither', message: 'Neither' })}
          </Button>
        </p>
      )}
    </Stack>
  );
}
