import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Stack } from '../../ui/layout';
import { Text } from '../../ui/Text';
import { Choice } from './Choice';
import type { StepProps } from './step';

/** What buys time, and its price. */
export function Stabilise({ incident: { mitigations }, call, isDisabled }: StepProps): ReactNode {
  return (
    <>
      <Text size="note">
        {mitigations.length > 0 ? (
          <Translate id="incident.stabilise.about">
            Users suffer while you look for the cause. Buy time first, and know what it costs. One of these can be in
            place at a time; a fix lifts it.
          </Translate>
        ) : (
          <Translate id="incident.stabilise.none">Nothing here would buy time. Find the cause.</Translate>
        )}
      </Text>
      <Stack as="ul" gap={3} isFilled>
        {mitigations.map(({ id, text, price, minutes }) => (
          <li key={id}>
            <Choice
              {...{ text, price, minutes, isDisabled }}
              isInPlace={call.standing.mitigation === id}
              onChoose={() => call.type(`:mitigate ${id}`)}
            />
          </li>
        ))}
      </Stack>
    </>
  );
}
