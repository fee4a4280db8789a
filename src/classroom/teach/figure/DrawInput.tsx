import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Check } from '../../../ui/Field';
import { Row } from '../../../ui/layout';
import type { NumberParameter, Parameter } from '../../../model/contract';
import { isObject, type Json } from '../draft/path';
import { readNumber, readNumbers, shownValue } from '../form/numbers';
import { useTyping } from '../form/useTyping';
import { howOf } from './how';
import { ValueInput } from './ValueInput';
import { valueWords } from './labels';

interface DrawInputProps {
  parameter: Parameter;
  value: Json | undefined;
  set: (value: Json | undefined) => void;
  problem?: string | undefined;
}

/** A value, a list of values, or a range with a step. */
export function DrawInput({ parameter, value, set, problem }: DrawInputProps): ReactNode {
  const { label } = parameter;
  switch (howOf(value)) {
    case 'left':
      return null;
    case 'fixed':
      return <ValueInput {...{ parameter, value, set, label, problem }} />;
    case 'list':
      return <ListInput {...{ parameter, value, set, problem }} />;
    case 'range':
      return parameter.kind === 'number' ? (
        <RangeInput {...{ parameter, value, set, problem }} />
      ) : (
        <ValueInput {...{ parameter, value, set, label, problem }} />
      );
  }
}

const listed = (value: Json | undefined): Json[] => (isObject(value) && Array.isArray(value.of) ? value.of : []);

function ListInput({ parameter, value, set, problem }: DrawInputProps): ReactNode {
  const chosen = listed(value);
  if (parameter.kind === 'choice' || parameter.kind === 'flag') {
    const all: (string | boolean)[] =
      parameter.kind === 'flag' ? [false, true] : parameter.choices.map((each) => each.value);
    const toggle = (each: string | boolean): void =>
      set({ of: all.filter((other) => (other === each) !== chosen.includes(other)) });
    return (
      <Row as="span" gap={3}>
        {all.map((each) => (
          <Check
            key={String(each)}
            label={valueWords(parameter, each)}
            checked={chosen.includes(each)}
            onChange={() => toggle(each)}
          />
        ))}
      </Row>
    );
  }
  return <NumbersInput {...{ parameter, value, set, problem }} />;
}

function NumbersInput({ parameter, value, set, problem }: DrawInputProps): ReactNode {
  const isNumber = parameter.kind === 'number';
  const read = (text: string): Json => ({
    of: isNumber ? readNumbers(text) : text.split(/\s*;\s*/).filter(Boolean),
  });
  const show = (each: Json | undefined): string =>
    listed(each)
      .map(shownValue)
      .join(isNumber ? ', ' : '; ');
  const typing = useTyping(value, read, show, set);
  return (
    <Row as="span" gap={2} isCentred>
      <input
        autoComplete="off"
        aria-label={translate(
          { id: 'teach.draw.values', message: '{label}: values, separated by commas' },
          { label: parameter.label },
        )}
        aria-invalid={problem !== undefined}
        aria-describedby={problem}
        placeholder="10, 20, 50"
        {...typing}
      />
      {isNumber && parameter.unit && <small>{parameter.unit}</small>}
    </Row>
  );
}

function RangeInput({ parameter, value, set, problem }: DrawInputProps & { parameter: NumberParameter }): ReactNode {
  const range = isObject(value) ? value : {};
  const { label } = parameter;
  const parts = {
    from: [
      translate({ id: 'teach.draw.from', message: 'from' }),
      translate({ id: 'teach.draw.fromOf', message: '{label}: from' }, { label }),
    ],
    to: [
      translate({ id: 'teach.draw.to', message: 'to' }),
      translate({ id: 'teach.draw.toOf', message: '{label}: to' }, { label }),
    ],
    step: [
      translate({ id: 'teach.draw.step', message: 'step' }),
      translate({ id: 'teach.draw.stepOf', message: '{label}: step' }, { label }),
    ],
  } as const;
  return (
    <Row as="span" gap={3} isCentred>
      {(['from', 'to', 'step'] as const).map((name) => (
        <Row as="span" gap={2} isCentred key={name}>
          <small aria-hidden="true">{parts[name][0]}</small>
          <BareNumber
            label={parts[name][1]}
            value={range[name]}
            problem={problem}
            set={(each) => set({ ...range, [name]: each ?? '' })}
          />
        </Row>
      ))}
      {parameter.unit && <small>{parameter.unit}</small>}
    </Row>
  );
}

interface BareNumberProps {
  label: string;
  value: Json | undefined;
  set: (value: Json | undefined) => void;
  problem: string | undefined;
}

function BareNumber({ label, value, set, problem }: BareNumberProps): ReactNode {
  const typing = useTyping(value, readNumber, shownValue, set);
  return (
    <input
      inputMode="decimal"
      autoComplete="off"
      size={5}
      aria-label={label}
      aria-invalid={problem !== undefined}
      aria-describedby={problem}
      {...typing}
    />
  );
}
