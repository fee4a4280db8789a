import type { ReactNode } from 'react';
import { Field } from '../../../ui/Field';
import type { Path } from '../draft/path';
import { useField } from '../useDraft';
import css from './form.module.css';
import { readNumber, shownValue } from './numbers';
import { useTyping } from './useTyping';
import { wrongOf } from './wrongOf';

interface NumberFieldProps {
  path: Path;
  label: ReactNode;
  hint?: ReactNode;
  unit?: string;
  /** What an empty field means. */
  placeholder?: string;
}

/** A number. What is none stays as it was typed, and Python says what is allowed. */
export function NumberField({ path, label, hint, unit, placeholder }: NumberFieldProps): ReactNode {
  const { id, value, set, problem } = useField(path);
  const typing = useTyping(value, readNumber, shownValue, set);
  return (
    <Field {...{ label, hint, unit }} {...wrongOf({ problem })} className={css.short}>
      <input id={id} inputMode="decimal" autoComplete="off" placeholder={placeholder} {...typing} />
    </Field>
  );
}
