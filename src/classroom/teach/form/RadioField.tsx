import type { ReactNode } from 'react';
import { Check, FieldGroup } from '../../../ui/Field';
import { Stack } from '../../../ui/layout';
import type { Path } from '../draft/path';
import { useField } from '../useDraft';
import { wrongOf } from './wrongOf';

interface Choice {
  value: string;
  label: string;
  hint?: string;
}

interface RadiosProps {
  id: string;
  label: ReactNode;
  choices: readonly Choice[];
  value: string;
  onChoose: (value: string) => void;
  problem?: string | undefined;
}

/** One of a few, each with a word on what it means. */
export function Radios({ id, label, choices, value, onChoose, problem }: RadiosProps): ReactNode {
  return (
    <FieldGroup {...{ id, label }} {...wrongOf({ problem })}>
      <Stack gap={1} isFilled>
        {choices.map((each) => (
          <Check
            key={each.value}
            type="radio"
            name={id}
            label={each.label}
            note={each.hint}
            value={each.value}
            checked={value === each.value}
            onChange={() => onChoose(each.value)}
          />
        ))}
      </Stack>
    </FieldGroup>
  );
}

type RadioFieldProps = Pick<RadiosProps, 'label' | 'choices'> & { path: Path };

/** The same for a field of the draft. */
export function RadioField({ path, label, choices }: RadioFieldProps): ReactNode {
  const { id, value, set, problem } = useField(path);
  return <Radios {...{ id, label, choices, problem }} value={String(value ?? '')} onChoose={set} />;
}
