import { type ReactNode, useId } from 'react';
import type { ChoiceParameter } from '../../model/contract';
import { Choices } from '../../ui/Choices';
import { ControlFrame, type ControlProps } from './Control';

/** px of a row, and what a choice takes of it besides its letters of about 6 px. */
const ROW = { width: 270, letter: 6.4, padding: 25 };

/** Side by side if they fit in a row; else they are a list to choose from. */
const fitInRow = (choices: ChoiceParameter['choices']): boolean =>
  choices.reduce((sum, { label }) => sum + label.length * ROW.letter + ROW.padding, 0) <= ROW.width;

/** Named values: a few stand side by side. */
export function ChoiceControl(props: ControlProps<ChoiceParameter, string>): ReactNode {
  const { parameter, value, changed, onChange, onReset } = props;
  const id = useId();
  if (!fitInRow(parameter.choices)) {
    const select = (
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {parameter.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
    return <ControlFrame {...{ parameter, changed, onReset, labelFor: id, aside: select }}>{null}</ControlFrame>;
  }
  return (
    <ControlFrame {...{ parameter, changed, onReset, labelId: id }}>
      <Choices labelledBy={id} value={value} choices={parameter.choices} onChoose={onChange} />
    </ControlFrame>
  );
}
