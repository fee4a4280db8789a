import type { ReactNode } from 'react';
import { Field } from '../../../ui/Field';
import type { Json, Path } from '../draft/path';
import { useField } from '../useDraft';
import css from './form.module.css';
import { useTyping } from './useTyping';
import { wrongOf } from './wrongOf';

interface LinesFieldProps {
  path: Path;
  label: ReactNode;
  hint?: ReactNode;
  rows: number;
  /** What parts one text from the next; a new line always does. */
  also?: RegExp;
  mono?: boolean;
}

const show = (value: Json | undefined): string => (Array.isArray(value) ? value.map(String).join('\n') : '');

/** A list of short texts, one in a line. */
export function LinesField({ path, label, hint, rows, also = /\n/, mono = false }: LinesFieldProps): ReactNode {
  const { id, value, set, ...wrong } = useField(path, true);
  const read = (text: string): Json | undefined =>
    text
      .split('\n')
      .flatMap((line) => line.split(also))
      .map((each) => each.trim())
      .filter(Boolean);
  const typing = useTyping(value, read, show, set);
  return (
    <Field {...{ label, hint }} {...wrongOf(wrong)}>
      <textarea
        id={id}
        rows={Math.min(14, Math.max(rows, Array.isArray(value) ? value.length + 1 : 0))}
        className={mono ? css.mono : undefined}
        {...typing}
      />
    </Field>
  );
}
