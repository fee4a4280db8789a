import { type ReactNode, useState } from 'react';
import type { Path } from '../draft/path';
import { useField } from '../useDraft';
import { describedBy, Frame } from './Frame';
import css from './form.module.css';
import { readNumber, shownValue } from './numbers';

interface NumberFieldProps {
  path: Path;
  label: ReactNode;
  hint?: ReactNode;
  unit?: string;
  /** What an empty field means. */
  placeholder?: string;
}

/** A number. What is none stays as it was typed, and Python says what is allowed. */
export function NumberField({ path, label, hint, unit = '', placeholder }: NumberFieldProps): ReactNode {
  const { id, value, set, problem } = useField(path);
  const typing = useTyping(value, readNumber, shownValue, set);
  return (
    <Frame {...{ id, label, hint, problem }} className={css.short}>
      <span className={css.withUnit}>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          aria-invalid={problem !== undefined}
          aria-describedby={describedBy(id, hint, problem)}
          {...typing}
        />
        {unit && <span className={css.unit}>{unit}</span>}
      </span>
    </Frame>
  );
}

interface Typing {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}

/** A field whose text is not what is kept: `1.` is on the way to `1.5`, and stays as it is while somebody types. */
export function useTyping<T>(
  value: T,
  read: (text: string) => T | undefined,
  show: (value: T) => string,
  set: (value: T | undefined) => void,
): Typing {
  const [typed, setTyped] = useState<string>();
  const same = typed !== undefined && JSON.stringify(read(typed)) === JSON.stringify(value);
  return {
    value: same ? typed : show(value),
    onChange({ target }) {
      setTyped(target.value);
      set(read(target.value));
    },
    onBlur: () => setTyped(undefined),
  };
}
