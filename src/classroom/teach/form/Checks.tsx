import type { ReactNode } from 'react';
import { type Json, type Path } from '../draft/path';
import { useField } from '../useDraft';
import { Frame } from './Frame';
import css from './form.module.css';
import type { Option } from './SelectField';

interface ChecksFieldProps {
  path: Path;
  label: ReactNode;
  hint?: ReactNode;
  options: readonly Option[];
}

const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Some of several: a list of texts. */
export function ChecksField({ path, label, hint, options }: ChecksFieldProps): ReactNode {
  const { id, value, set, problem, isMissing } = useField(path, true);
  const chosen = texts(value);
  const toggle = (name: string, on: boolean): void =>
    set(on ? [...chosen, name] : chosen.filter((each) => each !== name));
  return (
    <Frame {...{ id, label, hint, problem, isMissing }} group>
      <div className={css.checks}>
        {options.map((each) => (
          <label key={each.value}>
            <input
              type="checkbox"
              checked={chosen.includes(each.value)}
              onChange={({ target }) => toggle(each.value, target.checked)}
            />
            <span>{each.label}</span>
          </label>
        ))}
      </div>
    </Frame>
  );
}

/** Yes or no. */
export function FlagField({ path, label }: { path: Path; label: ReactNode }): ReactNode {
  const { id, value, set } = useField(path);
  return (
    <label className={css.flag}>
      <input id={id} type="checkbox" checked={value === true} onChange={({ target }) => set(target.checked)} />
      <span>{label}</span>
    </label>
  );
}
