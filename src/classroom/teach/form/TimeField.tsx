import type { ReactNode } from 'react';
import { Field } from '../../../ui/Field';
import { localOf, utcOf } from '../../localTime';
import type { Path } from '../draft/path';
import { useField } from '../useDraft';
import css from './form.module.css';
import { wrongOf } from './wrongOf';

interface TimeFieldProps {
  path: Path;
  label: ReactNode;
  hint?: ReactNode;
}

/** A time by the clock here; the file has it in UTC. */
export function TimeField({ path, label, hint }: TimeFieldProps): ReactNode {
  const { id, value, set, problem } = useField(path);
  return (
    <Field {...{ label, hint }} {...wrongOf({ problem })} className={css.short}>
      <input
        id={id}
        type="datetime-local"
        value={localOf(String(value ?? ''))}
        onChange={({ target }) => set(utcOf(target.value))}
      />
    </Field>
  );
}
