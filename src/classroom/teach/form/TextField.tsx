import type { ReactNode, Ref } from 'react';
import type { Path } from '../draft/path';
import { useField } from '../useDraft';
import { describedBy, Frame } from './Frame';
import css from './form.module.css';
import { shownValue } from './numbers';

interface TextFieldProps {
  path: Path;
  label: ReactNode;
  hint?: ReactNode;
  /** More than one line. */
  rows?: number;
  /** Names, keys and code. */
  mono?: boolean;
  /** Beside the field. */
  children?: ReactNode;
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
  children,
  area,
  placeholder,
}: TextFieldProps): ReactNode {
  const { id, value, set, problem, isMissing } = useField(path);
  const common = {
    id,
    placeholder,
    value: shownValue(value),
    className: mono ? css.mono : undefined,
    spellCheck: !mono,
    'aria-invalid': problem !== undefined && !isMissing,
    'aria-describedby': describedBy(id, hint, problem),
    onChange: ({ target }: { target: { value: string } }) => set(target.value),
  };
  return (
    <Frame {...{ id, label, hint, problem, isMissing }}>
      <span className={css.beside}>
        {rows ? (
          <textarea {...common} ref={area ?? null} rows={rowsFor(String(value ?? ''), rows)} />
        ) : (
          <input {...common} autoComplete="off" />
        )}
        {children}
      </span>
    </Frame>
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
