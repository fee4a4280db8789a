import { type ReactNode, useId } from 'react';
import type { FlagParameter } from '../../model/contract';
import { ControlFrame, type ControlProps } from './Control';
import css from './controls.module.css';

/** On or off. */
export function FlagControl(props: ControlProps<FlagParameter, boolean>): ReactNode {
  const { parameter, value, changed, onChange, onReset } = props;
  const id = useId();
  return (
    <ControlFrame
      {...{ parameter, changed, onReset }}
      labelFor={id}
      aside={
        <input
          id={id}
          className={css.switch}
          type="checkbox"
          role="switch"
          aria-checked={value}
          checked={value}
          onChange={(event) => onChange(event.target.checked)}
        />
      }
    >
      {null}
    </ControlFrame>
  );
}
