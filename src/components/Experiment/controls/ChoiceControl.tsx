import { type ReactNode, useId } from 'react';
import type { ChoiceParameter } from '../../../model/types';
import { ControlFrame, type ControlProps } from './Control';
import css from './choice.module.css';

/** More than these are a list to choose from; side by side they would be a wall. */
const SIDE_BY_SIDE = 4;

/** Named values: a few stand side by side. */
export function ChoiceControl(props: ControlProps<ChoiceParameter, string>): ReactNode {
  const { parameter, value, changed, onChange, onReset } = props;
  const group = useId();
  const labelId = useId();
  if (parameter.choices.length > SIDE_BY_SIDE) {
    const select = (
      <select id={group} className={css.select} value={value} onChange={(event) => onChange(event.target.value)}>
        {parameter.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
    return <ControlFrame {...{ parameter, changed, onReset, labelFor: group, aside: select }}>{null}</ControlFrame>;
  }
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
