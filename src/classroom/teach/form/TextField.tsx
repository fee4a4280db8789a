import type { ReactNode, Ref } from 'react';
import { Field } from '../../../ui/Field';
import type { Path } from '../draft/path';
import { useField } from '../useDraft';
import css from './form.module.css';
import { shownValue } from './numbers';
import { wrongOf } from './wrongOf';

interface TextFieldProps {
  path: Path;
  label: ReactNode;
  hint?: ReactNode;
  /** More than one line. */
  rows?: number;
  /** Names, keys and code. */
  mono?: boolean;
  /** Buttons that belong to it. */
  beside?: ReactNode;
  area?: Ref<HTMLTextAreaElement>;
  placeholder?: string;
}

/** A text, of one line or more. */
export function TextField({
  path,
  label,
  hint,
  rows,
  mono = false,
  beside,
  area,
  placeholder,
}: TextFieldProps): ReactNode {
  const { id, value, set, ...wrong } = useField(path);
  const common = {
    id,
    placeholder,
    value: shownValue(value),
    className: mono ? css.mono : undefined,
    spellCheck: !mono,
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  };
  return (
    <Field {...{ label, hint, beside }} {...wrongOf(wrong)}>
      {rows ? (
        <textarea {...common} ref={area ?? null} rows={rowsFor(String(value ?? ''), rows)} />
      ) : (
        <input {...common} autoComplete="off" />
      )}
    </Field>
  );
}

const WIDE = 95;

/** As many lines as the text fills, within reason. */
const rowsFor = (text: string, least: number): number =>
  Math.min(
    18,
    Math.max(
      least,
      text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / WIDE), 0),
    ),
  );
