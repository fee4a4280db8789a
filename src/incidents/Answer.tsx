import Translate, { translate } from '@docusaurus/Translate';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Incident } from '../model/contract';
import { Marked } from '../ui/Marked';
import { Button } from '../ui/Button';
import { Check } from '../ui/Field';
import { Row, Stack } from '../ui/layout';
import { Progress } from '../ui/Progress';
import css from './Answer.module.css';

interface AnswerProps {
  incident: Incident;
  disabled: boolean;
  /** The model runs with the answer. */
  isJudging: boolean;
  /** Python is still on its way. */
  isLoading: boolean;
  /** Something was chosen. */
  onBegin: () => void;
  onAnswer: (cause: string, fix: string) => void;
}

/** What is wrong, and what helps. */
export function Answer({
  incident: { suspects, fixes },
  disabled,
  isJudging,
  isLoading,
  onBegin,
  onAnswer,
}: AnswerProps): ReactNode {
  const [cause, setCause] = useState('');
  const [fix, setFix] = useState('');
  const isWhole = cause !== '' && fix !== '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isWhole && !disabled && !isJudging) onAnswer(cause, fix);
  }
  return (
    <Stack as="form" gap={5} isFilled onSubmit={submit} onChange={onBegin} aria-busy={isJudging}>
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
        <Button type="submit" look="main" disabled={!isWhole || disabled} aria-disabled={isJudging || undefined}>
          <Translate id="incident.answer">Try it and see</Translate>
        </Button>
        <small role="status">
          {!isJudging ? (
            <Translate id="incident.judge">
              The model runs again with your fix in place, and the result decides.
            </Translate>
          ) : isLoading ? (
            <Translate id="figure.loading">Starting Python …</Translate>
          ) : (
            <Translate id="incident.judging">Running the model with your fix …</Translate>
          )}
        </small>
      </Row>
      <div className={css.line}>{isJudging && <Progress />}</div>
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
