import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Reopened } from '../../model/contract';
import { Choices } from '../../ui/Choices';
import { Field } from '../../ui/Field';
import { Stack } from '../../ui/layout';
import { localOf, utcOf } from '../localTime';

interface DueFieldProps {
  due: string;
  onChange: (due: string) => void;
}

/** When it was due: the assignment may say it, and a teacher may grant more. */
export const DueField = ({ due, onChange }: DueFieldProps): ReactNode => (
  <Field
    label={<Translate id="grade.due">Due</Translate>}
    hint={
      <Translate id="grade.due.hint">
        In your time zone. The table says who is late, going by the time in the file. Nobody loses points for it.
      </Translate>
    }
  >
    <input type="datetime-local" value={localOf(due)} onChange={({ target }) => onChange(utcOf(target.value))} />
  </Field>
);

interface ReopenedFieldProps {
  value: Reopened;
  onChange: (value: Reopened) => void;
}

/** What answers are worth that were given again after their marks had been told. */
export const ReopenedField = ({ value, onChange }: ReopenedFieldProps): ReactNode => (
  <Stack gap={2}>
    <span id="grade-reopened">
      <Translate id="grade.reopened">Answers changed after their marks were shown</Translate>
    </span>
    <Choices
      labelledBy="grade-reopened"
      value={value}
      choices={[
        { value: 'void', label: translate({ id: 'grade.reopened.void', message: 'count for nothing' }) },
        { value: 'count', label: translate({ id: 'grade.reopened.count', message: 'count' }) },
      ]}
      onChoose={onChange}
    />
  </Stack>
);
