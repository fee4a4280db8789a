import { translate } from '@docusaurus/Translate';
import { type ReactNode, useId, useState } from 'react';
import type { Parameter } from '../../model/contract';
import { IconButton } from '../../ui/Button';
import { Notice } from '../../ui/Panel';
import { Text } from '../../ui/Text';
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
  const Label = (labelFor ? 'label' : 'span') as 'label';
  return (
    <div style={quantity ? inkOf(quantity) : undefined} data-parameter={parameter.name}>
      <div className={css.head}>
        {quantity && <span className={css.swatch} aria-hidden="true" />}
        <Text as={Label} id={labelId} size="note" isStrong htmlFor={labelFor}>
          {label}
        </Text>
        {help && (
          <IconButton
            className={css.icon}
            label={translate({ id: 'figure.control.help', message: 'About {label}' }, { label })}
            aria-expanded={helping}
            aria-controls={helpId}
            onClick={() => setHelping(!helping)}
          >
            ?
          </IconButton>
        )}
        {aside}
      </div>
      {children}
      <div className={css.foot}>
        {knob && <KnobName knob={knob} />}
        <IconButton
          className={css.icon}
          label={translate({ id: 'figure.control.reset', message: 'Reset {label}' }, { label })}
          data-hidden={!changed}
          onClick={onReset}
        >
          ↺
        </IconButton>
      </div>
      {help && (
        <Text id={helpId} size="note" tone="soft" hidden={!helping}>
          {help}
        </Text>
      )}
      <Notice id={errorId} tone="bad" hidden={!error}>
        <small>{error}</small>
      </Notice>
    </div>
  );
}
