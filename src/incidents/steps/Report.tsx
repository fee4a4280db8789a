import Translate, { translate } from '@docusaurus/Translate';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Row, Stack } from '../../ui/layout';
import { Notice } from '../../ui/Panel';
import { lastOf } from './progress';
import type { StepProps } from './step';

export type Reported = readonly [symptom: string, cause: string, done: string];

export const NO_REPORT: Reported = ['', '', ''];

/** Characters of each: all three fit into a line. */
const LONGEST = 180;

interface ReportProps extends StepProps {
  canEnd: boolean;
  reported: Reported;
  onReported: (reported: Reported) => void;
}

/** Three lines for those who weren’t there, and the end of the call. */
export function Report({ call, isDisabled, canEnd, reported, onReported }: ReportProps): ReactNode {
  const labels = [
    translate({ id: 'incident.report.seen', message: 'What users saw, in numbers' }),
    translate({ id: 'incident.report.was', message: 'What it was' }),
    translate({ id: 'incident.report.done', message: 'What was done' }),
  ];
  const lines = reported.map((each) => each.replace(/[|\s]+/g, ' ').trim());
  const isWhole = lines.every(Boolean);
  const ended = lastOf(call.entries, ':end');
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isWhole && !isDisabled) call.type(`:report ${lines.join(' | ')}`);
  }
  return (
    <>
      <Stack as="form" gap={4} isFilled onSubmit={submit}>
        {labels.map((label, place) => (
          <Field key={place} label={label}>
            <input
              value={reported[place]}
              maxLength={LONGEST}
              autoComplete="off"
              onChange={({ target }) =>
                onReported(reported.map((each, i) => (i === place ? target.value : each)) as unknown as Reported)
              }
            />
          </Field>
        ))}
        <Row gap={3} isCentred>
          <Button type="submit" disabled={!isWhole || isDisabled}>
            {call.standing.reported
              ? translate({ id: 'incident.report.again', message: 'Write it again' })
              : translate({ id: 'incident.report.write', message: 'Write the report' })}
          </Button>
          {canEnd && (
            <Button look="main" disabled={isDisabled} onClick={() => call.type(':end')}>
              <Translate id="incident.end">It’s over</Translate>
            </Button>
          )}
        </Row>
      </Stack>
      {ended && !ended.isRefused && !ended.standing.closed && <Notice>{ended.text}</Notice>}
    </>
  );
}
