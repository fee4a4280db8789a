import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { Check } from '../../ui/Field';
import { Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import type { StepProps } from './step';

/** The list of what it could be. */
export function Suspects({ incident: { suspects }, call, isDisabled }: StepProps): ReactNode {
  const name = useId();
  const [chosen, setChosen] = useState(call.standing.cause?.id ?? '');
  return (
    <Stack as="fieldset" gap={2} isFilled disabled={isDisabled}>
      <legend>{translate({ id: 'incident.cause', message: 'What is wrong?' })}</legend>
      {suspects.map(({ id, cause }) => (
        <Check
          key={id}
          type="radio"
          label={<Marked text={cause} />}
          name={name}
          value={id}
          checked={chosen === id}
          onChange={() => setChosen(id)}
        />
      ))}
      <p>
        <Button disabled={chosen === ''} onClick={() => call.type(`:cause ${chosen}`)}>
          <Translate id="incident.settle">Settle on it</Translate>
        </Button>
      </p>
    </Stack>
  );
}
