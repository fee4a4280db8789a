import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useId, useState } from 'react';
import type { Answer } from '../../../model/contract';
import { Row } from '../../../ui/layout';

interface NumberInputProps {
  /** What is answered so far; it may be anything. */
  answer: Answer;
  /** undefined: nothing, or no number. */
  onNumber: (number: number | undefined) => void;
  unit: string;
  /** In words; '': nothing is said of it. */
  tolerance: string;
  isClosed: boolean;
  labelledBy: string;
}

/** A number as people type it: `1.5`, `1,5`, `2e6`. */
function numberIn(text: string): number | undefined {
  const plain = text
    .trim()
    .replace(/[\s\u00a0']/g, '')
    .replace(/^([^.,]*),([^.,]*)$/, '$1.$2');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : undefined;
}

/** Where a number is typed, with its unit, and with what counts as right. */
export function NumberInput({
  answer,
  onNumber,
  unit: unitText,
  tolerance,
  isClosed,
  labelledBy,
}: NumberInputProps): ReactNode {
  const [note, unit] = [useId(), useId()];
  const [typed, setTyped] = useState<string>();
  const known = typeof answer === 'number' ? answer : undefined;
  // Another tab, or "start over", may have changed the answer since it was typed here.
  const text = typed !== undefined && numberIn(typed) === known ? typed : (known?.toString() ?? '');
  const [bad, setBad] = useState('');
  const shown = bad || text;
  const isBad = shown.trim() !== '' && numberIn(shown) === undefined;
  function type(next: string): void {
    const number = numberIn(next);
    setTyped(next);
    setBad(number === undefined ? next : '');
    onNumber(number);
  }
  return (
    <Row as="p" gap={3}>
      <input
        size={14}
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        disabled={isClosed}
        aria-labelledby={`${labelledBy} ${unit}`}
        aria-describedby={note}
        aria-invalid={isBad}
        onChange={({ target }) => type(target.value)}
      />
      <span id={unit}>{unitText}</span>
      <small id={note} role={isBad ? 'alert' : undefined}>
        {isBad
          ? translate(
              { id: 'question.numeric.bad', message: '{text} isn’t a number. Type one such as 12 or 0.5.' },
              { text: shown },
            )
          : tolerance && (
              <Translate id="question.numeric.tolerance" values={{ tolerance }}>
                {'Marked right if {tolerance}.'}
              </Translate>
            )}
      </small>
    </Row>
  );
}
