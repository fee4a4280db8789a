import type { ReactNode } from 'react';
import type { Path } from '../draft/path';
import { useField } from '../useDraft';
import { Frame } from './Frame';
import css from './form.module.css';

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
    <Frame {...{ id, label, problem }} group>
      <div className={css.radios}>
        {choices.map((each) => (
          <label key={each.value}>
            <input
              type="radio"
              name={id}
              value={each.value}
              checked={value === each.value}
              onChange={() => onChoose(each.value)}
            />
            <span>
              {each.label}
              {each.hint && <small>{each.hint}</small>}
            </span>
          </label>
        ))}
      </div>
    </Frame>
  );
}

type RadioFieldProps = Pick<RadiosProps, 'label' | 'choices'> & { path: Path };

/** The same for a field of the draft. */
export function RadioField({ path, label, choices }: RadioFieldProps): ReactNode {
  const { id, value, set, problem } = useField(path);
  return <Radios {...{ id, label, choices, problem }} value={String(value ?? '')} onChoose={set} />;
}
