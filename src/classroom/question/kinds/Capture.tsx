import Translate from '@docusaurus/Translate';
import { type ReactNode, useId } from 'react';
import { recordIn, textIn } from '../../answers';
import { Check, FieldGroup } from '../../../ui/Field';
import { Stack } from '../../../ui/layout';
import { CaptureDownload } from './CaptureDownload';
import { NumberInput } from './NumberInput';
import type { QuestionProps } from './props';

/** A capture to download, what held the sender back in it, and a number that can be read from it. */
export default function Capture({ question, answer, onAnswer, isClosed }: QuestionProps<'capture'>): ReactNode {
  const { id, limits, reading, how, unit, tolerance } = question;
  const label = useId();
  const given = recordIn(answer);
  const limit = textIn(given.limit) || null;
  const number = typeof given.number === 'number' ? given.number : null;
  function say(change: { limit?: string | null; number?: number | null }): void {
    const next = { limit, number, ...change };
    onAnswer(next.limit === null && next.number === null ? undefined : next);
  }
  return (
    <Stack gap={5} isFilled>
      <CaptureDownload question={question} />
      <FieldGroup
        label={<Translate id="question.capture.limit">What held the sender back most of the time?</Translate>}
      >
        <Stack gap={1} isFilled>
          {limits.map(({ limit: name, title, text }) => (
            <Check
              key={name}
              type="radio"
              name={`answer-${id}`}
              label={<b>{title}</b>}
              note={text}
              checked={limit === name}
              disabled={isClosed}
              onChange={() => say({ limit: name })}
            />
          ))}
        </Stack>
      </FieldGroup>
      <FieldGroup label={<span id={label}>{reading}</span>} hint={how}>
        <NumberInput
          answer={number}
          onNumber={(next) => say({ number: next ?? null })}
          {...{ unit, tolerance, isClosed }}
          labelledBy={label}
        />
      </FieldGroup>
    </Stack>
  );
}
