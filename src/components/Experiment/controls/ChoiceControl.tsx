import { type ReactNode, useId } from 'react';
import type { ChoiceParameter } from '../../../model/types';
import { ControlFrame, type ControlProps } from './Control';
import css from './choice.module.css';

/** A few named values, side by side. */
export function ChoiceControl(props: ControlProps<ChoiceParameter, string>): ReactNode {
  const { parameter, value, changed, onChange, onReset } = props;
  const group = useId();
  const labelId = useId();
  return (
    <ControlFrame {...{ parameter, changed, onReset, labelId }}>
      <div className={css.choices} role="radiogroup" aria-labelledby={labelId}>
        {parameter.choices.map((choice) => (
          <label key={choice.value} className={css.choice}>
            <input
              type="radio"
              name={group}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </ControlFrame>
  );
}
