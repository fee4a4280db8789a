import Translate, { translate } from '@docusaurus/Translate';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Incident } from '../model/contract';
import { Marked } from '../ui/Marked';
import { Button } from '../ui/Button';
import { Check } from '../ui/Field';
import { Row, Stack } from '../ui/layout';
import css from './Answer.module.css';

interface AnswerProps {
  incident: Incident;
  disabled: boolean;
  onAnswer: (cause: string, fix: string) => void;
}

/** What is wrong, and what helps. */
export function Answer({ incident: { suspects, fixes }, disabled, onAnswer }: AnswerProps): ReactNode {
  const [cause, setCause] = useState('');
  const [fix, setFix] = useState('');
  const isWhole = cause !== '' && fix !== '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isWhole && !disabled) onAnswer(cause, fix);
  }
  return (
    <Stack as="form" gap={5} isFilled onSubmit={submit}>
      <Options
        title={translate({ id: 'incident.cause', message: 'What is wrong?' })}
        options={suspects.map((each) => ({ id: each.id, text: each.cause }))}
        value={cause}
        onChange={setCause}
      />
      <Options
        title={translate({ id: 'incident.fix', message: 'What do you do about it?' })}
        options={fixes}
        value={fix}
        onChange={setFix}
      />
      <Row as="p" isCentred>
        <Button type="submit" look="main" disabled={!isWhole || disabled}>
          <Translate id="incident.answer">Do it, and see</Translate>
        </Button>
        <small>
          <Translate id="incident.judge">The model runs once more, with your fix in place. That decides.</Translate>
        </small>
      </Row>
    </Stack>
  );
}

interface OptionsProps {
  title: string;
  options: { id: string; text: string }[];
  value: string;
  disabled?: boolean;
  onChange: (id: string) => void;
}

/** One of several texts. */
export function Options({ title, options, value, disabled = false, onChange }: OptionsProps): ReactNode {
  const name = useId();
  return (
    <fieldset disabled={disabled}>
      <legend>{title}</legend>
      <div className={css.options}>
        {options.map(({ id, text }) => (
          <Check
            key={id}
            type="radio"
            label={<Marked text={text} />}
            name={name}
            value={id}
            checked={value === id}
            onChange={() => onChange(id)}
          />
        ))}
      </div>
    </fieldset>
  );
}
