import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId, useState } from 'react';
import type { Suspect } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Check } from '../../ui/Field';
import { Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';

interface SuspectsProps {
  suspects: readonly Suspect[];
  /** What it was settled on before. */
  settled: string | undefined;
  isDisabled?: boolean;
  onSettle: (id: string) => void;
}

/** The list of what it could be. */
export function Suspects({ suspects, settled = '', isDisabled = false, onSettle }: SuspectsProps): ReactNode {
  const name = useId();
  const [chosen, setChosen] = useState(settled);
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
        <Button disabled={chosen === ''} onClick={() => onSettle(chosen)}>
          <Translate id="incident.settle">Settle on it</Translate>
        </Button>
      </p>
    </Stack>
  );
}
