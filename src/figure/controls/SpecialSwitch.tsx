import { type ReactNode, useState } from 'react';
import type { NumberParameter } from '../../model/contract';
import { Chip } from '../../ui/Button';

interface SpecialSwitchProps {
  parameter: NumberParameter;
  value: number;
  onChange: (value: number) => void;
}

/** Values outside the slider's range that mean something of their own, such as 0 for "autotuned". */
export function SpecialSwitch({ parameter, value, onChange }: SpecialSwitchProps): ReactNode {
  const { special, min, max } = parameter;
  const isSpecial = String(value) in special;
  // What the slider goes back to when the special value is switched off.
  const [usual, setUsual] = useState(Math.min(max, Math.max(min, parameter.default)));
  if (!isSpecial && value !== usual) setUsual(value);

  function press(key: string): void {
    onChange(String(value) === key ? usual : Number(key));
  }

  return Object.entries(special).map(([key, meaning]) => (
    <Chip key={key} isOn={String(value) === key} onClick={() => press(key)}>
      {meaning}
    </Chip>
  ));
}
