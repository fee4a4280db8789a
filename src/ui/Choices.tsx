import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import button from './Button.module.css';
import file from './FileButton.module.css';
import { Row } from './layout';

interface ChoicesProps<V extends string> {
  /** The id of what names them. */
  labelledBy: string;
  value: V;
  choices: readonly { value: V; label: ReactNode }[];
  onChoose: (value: V) => void;
}

/** One of a few, all in sight: radio buttons by their keys, chips by their looks. */
export function Choices<V extends string>({ labelledBy, value, choices, onChoose }: ChoicesProps<V>): ReactNode {
  const group = useId();
  return (
    <Row gap={2} role="radiogroup" aria-labelledby={labelledBy}>
      {choices.map((choice) => (
        <label key={choice.value} className={clsx(button.button, button.chip, file.file)}>
          <input
            type="radio"
            name={group}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </Row>
  );
}
