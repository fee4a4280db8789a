import { type ReactNode } from 'react';
import { Row } from '../../../ui/layout';
import type { Parameter } from '../../../model/contract';
import type { Json } from '../draft/path';
import { readNumber, shownValue } from '../form/numbers';
import { useTyping } from '../form/useTyping';
import { valueWords } from './labels';

interface ValueInputProps {
  parameter: Parameter;
  value: Json | undefined;
  set: (value: Json | undefined) => void;
  label: string;
  /** Id of the complaint about it. */
  problem?: string | undefined;
}

/** One value of a parameter of a figure. */
export function ValueInput({ parameter, value, set, label, problem }: ValueInputProps): ReactNode {
  const common = { 'aria-label': label, 'aria-invalid': problem !== undefined, 'aria-describedby': problem };
  const typing = useTyping(value, readNumber, shownValue, set);
  if (parameter.kind === 'choice')
    return (
      <select {...common} value={shownValue(value)} onChange={({ target }) => set(target.value)}>
        {parameter.choices.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </select>
    );
  if (parameter.kind === 'flag')
    return (
      <select {...common} value={String(value)} onChange={({ target }) => set(target.value === 'true')}>
        {[true, false].map((each) => (
          <option key={String(each)} value={String(each)}>
            {valueWords(parameter, each)}
          </option>
        ))}
      </select>
    );
  if (parameter.kind === 'number')
    return (
      <Row as="span" gap={2} isCentred>
        <input {...common} inputMode="decimal" autoComplete="off" {...typing} />
        {parameter.unit && <small>{parameter.unit}</small>}
      </Row>
    );
  return (
    <input {...common} autoComplete="off" value={shownValue(value)} onChange={({ target }) => set(target.value)} />
  );
}
