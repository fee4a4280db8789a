import { translate } from '@docusaurus/Translate';
import { type ReactNode, useId, useState } from 'react';
import type { Parameter } from '../../model/contract';
import { inkOf } from '../../views/styles';
import { KnobName } from './KnobName';
import css from './controls.module.css';

export interface ControlProps<P extends Parameter, V> {
  parameter: P;
  value: V;
  /** Does it differ from where the figure started? */
  changed: boolean;
  onChange: (value: V) => void;
  onReset: () => void;
}

interface FrameProps {
  parameter: Parameter;
  changed: boolean;
  onReset: () => void;
  /** What names the control: a label element, or the id of the group it names. */
  labelFor?: string;
  labelId?: string;
  aside?: ReactNode;
  error?: string;
  errorId?: string;
  children: ReactNode;
}

/** What all controls have in common: name, colour, Linux knob, help, and the way back. */
export function ControlFrame({
  parameter,
  changed,
  onReset,
  labelFor,
  labelId,
  aside,
  error,
  errorId,
  children,
}: FrameProps): ReactNode {
  const [helping, setHelping] = useState(false);
  const helpId = useId();
  const { label, knob, help, quantity } = parameter;
  const Label = labelFor ? 'label' : 'span';
  return (
    <div className={css.control} style={quantity ? inkOf(quantity) : undefined} data-parameter={parameter.name}>
      <div className={css.head}>
        {quantity && <span className={css.swatch} aria-hidden="true" />}
        <Label id={labelId} className={css.label} htmlFor={labelFor}>
          {label}
        </Label>
        {help && (
          <button
            type="button"
            className={css.icon}
            aria-expanded={helping}
            aria-controls={helpId}
            aria-label={translate({ id: 'figure.control.help', message: 'About {label}' }, { label })}
            onClick={() => setHelping(!helping)}
          >
            ?
          </button>
        )}
        <span className={css.aside}>{aside}</span>
      </div>
      {children}
      <div className={css.foot}>
        {knob && <KnobName knob={knob} />}
        <button
          type="button"
          className={css.icon}
          data-hidden={!changed}
          aria-label={translate({ id: 'figure.control.reset', message: 'Reset {label}' }, { label })}
          title={translate({ id: 'figure.control.reset', message: 'Reset {label}' }, { label })}
          onClick={onReset}
        >
          ↺
        </button>
      </div>
      {help && (
        <p id={helpId} className={css.help} hidden={!helping}>
          {help}
        </p>
      )}
      <p id={errorId} className={css.error} role="alert" hidden={!error}>
        {error}
      </p>
    </div>
  );
}
