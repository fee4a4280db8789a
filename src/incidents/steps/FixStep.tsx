import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import { Field } from '../../ui/Field';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { Choice } from './Choice';
import type { StepProps } from './step';
import css from './Steps.module.css';

/** What can be changed for good. What can be typed on a machine counts as well. */
export function FixStep({ incident: { fixes }, call, isDisabled }: StepProps): ReactNode {
  const [sought, setSought] = useState('');
  if (!call.standing.cause)
    return (
      <p>
        <Translate id="incident.fix.first">
          First settle on a hypothesis: a change without one is a guess, and each that doesn’t help costs points. What
          you type on a machine takes effect at any time.
        </Translate>
      </p>
    );
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const found = fixes.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  return (
    <>
      <Field
        label={translate({ id: 'incident.fix', message: 'What do you do about it?' })}
        hint={translate({ id: 'incident.fix.hint', message: 'A change can also be typed on the machine.' })}
      >
        <input
          type="search"
          value={sought}
          placeholder={translate({ id: 'incident.fix.search', message: 'sysctl, server, restart …' })}
          onChange={({ target }) => setSought(target.value)}
        />
      </Field>
      <Stack as="ul" gap={3} isFilled className={css.fixes}>
        {found.map(({ id, text, minutes }) => (
          <li key={id}>
            <Choice
              {...{ text, minutes, isDisabled }}
              isInPlace={call.standing.fixes.includes(id)}
              onChoose={() => call.type(`:fix ${id}`)}
            />
          </li>
        ))}
      </Stack>
      {found.length === 0 && (
        <Text size="note" tone="soft">
          <Translate id="incident.fix.none">Nothing on the list has these words.</Translate>
        </Text>
      )}
    </>
  );
}
