import Translate from '@docusaurus/Translate';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react';
import type { NumberParameter } from '../../../model/types';
import { formatSetting } from '../../../views/format';
import { fromPosition, move, pageOf, POSITIONS, toPosition } from '../sliderScale';
import { ControlFrame, type ControlProps } from './Control';
import { SpecialSwitch } from './SpecialSwitch';
import { useTyped } from './useTyped';
import { ValueField } from './ValueField';
import css from './number.module.css';

/** Steps a key goes on the slider's grid of round values. */
function stepsOf(key: string, parameter: NumberParameter): number {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return 1;
    case 'ArrowLeft':
    case 'ArrowDown':
      return -1;
    case 'PageUp':
      return pageOf(parameter);
    case 'PageDown':
      return -pageOf(parameter);
    default:
      return 0;
  }
}

interface NumberControlProps extends ControlProps<NumberParameter, number> {
  /** Chance is at work where the value is not 0; this rolls the dice again. */
  onAgain?: () => void;
}

/** A slider over round values, and a field for exact ones. */
export function NumberControl(props: NumberControlProps): ReactNode {
  const { parameter, value, changed, onChange, onReset, onAgain } = props;
  const { unit, special } = parameter;
  const id = useId();
  const errorId = useId();
  const meaning = special[String(value)];
  const text = meaning ?? formatSetting(value, unit);
  const typed = useTyped(parameter, value, onChange);
  const position = meaning === undefined ? toPosition(parameter, value) : 0;

  function press(event: KeyboardEvent): void {
    const steps = stepsOf(event.key, parameter);
    if (steps === 0) return;
    event.preventDefault();
    const from = meaning === undefined ? value : parameter.min;
    typed.clearing(onChange)(move(parameter, from, steps));
  }

  return (
    <ControlFrame
      {...{ parameter, changed, onReset: typed.clearing(onReset), errorId }}
      labelFor={id}
      error={typed.error}
      aside={<ValueField label={parameter.label} text={text} typed={typed} errorId={errorId} />}
    >
      <div className={css.track}>
        <input
          id={id}
          className={css.range}
          type="range"
          min={0}
          max={POSITIONS}
          step="any"
          value={position}
          style={{ '--fill': `${position / (POSITIONS / 100)}%` } as CSSProperties}
          data-special={meaning !== undefined}
          aria-valuetext={text}
          onChange={(event) => typed.clearing(onChange)(fromPosition(parameter, Number(event.target.value)))}
          onKeyDown={press}
          onDoubleClick={typed.clearing(onReset)}
        />
        <SpecialSwitch parameter={parameter} value={value} onChange={typed.clearing(onChange)} />
        {onAgain && (
          <button type="button" className={css.special} disabled={value === 0} onClick={onAgain}>
            <Translate id="figure.control.again">another run</Translate>
          </button>
        )}
      </div>
    </ControlFrame>
  );
}
