import Translate from '@docusaurus/Translate';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react';
import type { NumberParameter } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Row } from '../../ui/layout';
import { formatSetting } from '../../views/format';
import { fromPosition, POSITIONS, stepTo, toPosition } from '../sliderScale';
import { check } from '../parameters';
import { parseTyped } from '../typedValue';
import { ControlFrame, type ControlProps } from './Control';
import { SpecialSwitch } from './SpecialSwitch';
import { useTyped } from './useTyped';
import { ValueField } from './ValueField';
import slider from '../range.module.css';

export function readNumber(parameter: NumberParameter, text: string): number | undefined {
  const number = parseTyped(text, parameter.unit);
  return number === undefined ? undefined : (check(parameter, number) as number | undefined);
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
  const typed = useTyped(parameter, value, (given) => readNumber(parameter, given), onChange);
  const position = meaning === undefined ? toPosition(parameter, value) : 0;

  function press(event: KeyboardEvent): void {
    const to = stepTo(event.key, parameter, meaning === undefined ? value : parameter.min);
    if (to === undefined) return;
    event.preventDefault();
    typed.clearing(onChange)(to);
  }

  return (
    <ControlFrame
      {...{ parameter, changed, onReset: typed.clearing(onReset), errorId }}
      labelFor={id}
      error={typed.error}
      aside={<ValueField label={parameter.label} text={text} typed={typed} errorId={errorId} />}
    >
      <Row gap={3} isCentred>
        <input
          id={id}
          className={slider.range}
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
          <Button look="tool" disabled={value === 0} onClick={onAgain}>
            <Translate id="figure.control.again">another run</Translate>
          </Button>
        )}
      </Row>
    </ControlFrame>
  );
}
