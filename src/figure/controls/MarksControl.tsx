import { translate } from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import type { MarksParameter } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Row } from '../../ui/layout';
import { check, numbersOf } from '../parameters';
import { ControlFrame, type ControlProps } from './Control';
import { useTyped } from './useTyped';
import css from './controls.module.css';

/** Some of many, by number: typed, or clicked in the picture; each can be taken out again. */
export function MarksControl(props: ControlProps<MarksParameter, string>): ReactNode {
  const { parameter, value, changed, onChange, onReset } = props;
  const id = useId();
  const errorId = useId();
  const typed = useTyped(parameter, value, (text) => check(parameter, text) as string | undefined, onChange);
  const numbers = numbersOf(value);
  return (
    <ControlFrame
      {...{ parameter, changed, onReset: typed.clearing(onReset), errorId }}
      labelFor={id}
      error={typed.error}
      aside={
        <input
          id={id}
          className={css.field}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={translate({ id: 'figure.marks.placeholder', message: 'none' })}
          size={Math.min(18, Math.max(5, value.length))}
          value={typed.draft ?? value.replaceAll(',', ', ')}
          aria-invalid={typed.error !== undefined}
          aria-describedby={typed.error === undefined ? undefined : errorId}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={typed.commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') typed.commit();
            if (event.key === 'Escape') typed.cancel();
          }}
        />
      }
    >
      {numbers.length > 0 && (
        <Row gap={1} className={css.marks}>
          {numbers.map((each) => (
            <Button
              key={each}
              look="tool"
              aria-label={translate(
                { id: 'figure.marks.remove', message: '{label}: remove {number}' },
                { label: parameter.label, number: String(each) },
              )}
              onClick={() => typed.clearing(onChange)(numbers.filter((other) => other !== each).join(','))}
            >
              {each} ✕
            </Button>
          ))}
        </Row>
      )}
    </ControlFrame>
  );
}
