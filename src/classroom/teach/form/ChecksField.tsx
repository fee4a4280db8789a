import type { ReactNode } from 'react';
import { Check, FieldGroup } from '../../../ui/Field';
import { Grid } from '../../../ui/layout';
import { type Json, type Path } from '../draft/path';
import { useField } from '../useDraft';
import type { Option } from './SelectField';
import { wrongOf } from './wrongOf';

interface ChecksFieldProps {
  path: Path;
  label: ReactNode;
  hint?: ReactNode;
  options: readonly Option[];
}

const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Some of several: a list of texts. */
export function ChecksField({ path, label, hint, options }: ChecksFieldProps): ReactNode {
  const { id, value, set, ...wrong } = useField(path, true);
  const chosen = texts(value);
  const toggle = (name: string, on: boolean): void =>
    set(on ? [...chosen, name] : chosen.filter((each) => each !== name));
  return (
    <FieldGroup {...{ id, label, hint }} {...wrongOf(wrong)}>
      <Grid least="15rem" gap={1}>
        {options.map((each) => (
          <Check
            key={each.value}
            label={each.label}
            checked={chosen.includes(each.value)}
            onChange={({ target }) => toggle(each.value, target.checked)}
          />
        ))}
      </Grid>
    </FieldGroup>
  );
}

/** Yes or no. */
export function FlagField({ path, label }: { path: Path; label: ReactNode }): ReactNode {
  const { id, value, set } = useField(path);
  return <Check id={id} label={label} checked={value === true} onChange={({ target }) => set(target.checked)} />;
}
