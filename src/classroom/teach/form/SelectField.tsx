import type { ReactNode } from 'react';
import { Field } from '../../../ui/Field';
import type { Json, Path } from '../draft/path';
import { useField } from '../useDraft';
import { wrongOf } from './wrongOf';

export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps {
  path: Path;
  label: ReactNode;
  hint?: ReactNode;
  options: readonly Option[];
  /** What stands there when nothing is chosen. */
  none?: string;
  /** Where what is kept is no text. */
  read?: (value: string) => Json;
  /** '' means the same as a missing field. */
  optional?: boolean;
}

/** One of several values. A value of the file that is not among them is shown, too. */
export function SelectField({ path, label, hint, options, none, read, optional = false }: SelectFieldProps): ReactNode {
  const { id, value, set, ...wrong } = useField(path);
  const chosen = value === undefined || value === null ? '' : String(value);
  const isKnown = chosen === '' || options.some((each) => each.value === chosen);
  return (
    <Field {...{ label, hint }} {...wrongOf(wrong)}>
      <select
        id={id}
        value={chosen}
        onChange={({ target }) => set(target.value === '' && optional ? undefined : (read ?? String)(target.value))}
      >
        {(none !== undefined || chosen === '') && <option value="">{none ?? '…'}</option>}
        {!isKnown && <option value={chosen}>{chosen}</option>}
        {options.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
