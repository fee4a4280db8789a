import { type CSSProperties, type ReactNode, useId } from 'react';
import type { ChoiceParameter, FlagParameter, NumberParameter, Parameter, Value } from '../../model/contract';
import { Text } from '../../ui/Text';
import { inkOf } from '../../views/styles';
import { saySetting } from '../messages';
import { fromPosition, POSITIONS, stepTo, toPosition } from '../sliderScale';
import slider from '../range.module.css';
import css from './small.module.css';

interface KnobProps<P extends Parameter> {
  parameter: P;
  value: Value;
  /** What a double click goes back to. */
  base: Value;
  onChange: (value: Value) => void;
}

function Slider({ id, parameter, value, base, onChange }: KnobProps<NumberParameter> & { id: string }): ReactNode {
  const isSpecial = String(value) in parameter.special;
  const position = isSpecial ? 0 : toPosition(parameter, Number(value));
  return (
    <input
      id={id}
      className={slider.range}
      type="range"
      min={0}
      max={POSITIONS}
      step="any"
      value={position}
      style={{ '--fill': `${position / (POSITIONS / 100)}%` } as CSSProperties}
      aria-valuetext={saySetting(parameter, value)}
      onChange={(event) => onChange(fromPosition(parameter, Number(event.target.value)))}
      onKeyDown={(event) => {
        const to = stepTo(event.key, parameter, isSpecial ? parameter.min : Number(value));
        if (to === undefined) return;
        event.preventDefault();
        onChange(to);
      }}
      onDoubleClick={() => onChange(base)}
    />
  );
}

const Choice = ({ id, parameter, value, onChange }: KnobProps<ChoiceParameter> & { id: string }): ReactNode => (
  <select id={id} value={String(value)} onChange={(event) => onChange(event.target.value)}>
    {parameter.choices.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ))}
  </select>
);

const Flag = ({ id, value, onChange }: KnobProps<FlagParameter> & { id: string }): ReactNode => (
  <input id={id} type="checkbox" checked={Boolean(value)} onChange={(event) => onChange(event.target.checked)} />
);

/** One control in one place, with its name and value and nothing besides: the laboratory has the rest. */
export function Knob({ parameter, ...rest }: KnobProps<Parameter>): ReactNode {
  const id = useId();
  const { kind, label, quantity } = parameter;
  return (
    <div
      className={css.knob}
      style={quantity ? inkOf(quantity) : undefined}
      data-parameter={parameter.name}
      data-kind={kind}
      data-only="screen scripts"
    >
      <Text as="label" size="small" htmlFor={id}>
        {label}
      </Text>
      {kind === 'number' && (
        <>
          <Text as="b" size="small" isNumbers aria-hidden="true">
            {saySetting(parameter, rest.value)}
          </Text>
          <Slider {...{ id, parameter, ...rest }} />
        </>
      )}
      {kind === 'choice' && <Choice {...{ id, parameter, ...rest }} />}
      {kind === 'flag' && <Flag {...{ id, parameter, ...rest }} />}
    </div>
  );
}
