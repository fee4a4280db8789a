import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Stack } from '../../../ui/layout';
import { Section } from '../../../ui/Section';
import { Text } from '../../../ui/Text';
import type { Checks } from '../checks/useChecks';
import type { Desk } from '../../useDesk';
import { at } from '../draft/path';
import { useTeach } from '../useDraft';
import { Preview } from './Preview';
import { TryOut } from './TryOut';

/** The assignment as students will have it, before any of them does. */
export function Try({ desk, good }: { desk: Desk; good: Checks['good'] }): ReactNode {
  const { draft } = useTeach();
  const roster = at(draft, ['roster']);
  return (
    <Section id="try" title={<Translate id="teach.try">Try it</Translate>}>
      {good ? (
        <Stack gap={5} isFilled isRuled>
          <Stack isFilled>
            <Text as="h3" size="ui">
              <Translate id="teach.preview">As a student</Translate>
            </Text>
            <Preview desk={desk} good={good} roster={Array.isArray(roster) ? roster.map(String) : []} />
          </Stack>
          <Stack isFilled>
            <Text as="h3" size="ui">
              <Translate id="teach.tryOut">With many students</Translate>
            </Text>
            <TryOut desk={desk} text={good.text} />
          </Stack>
        </Stack>
      ) : (
        <Text tone="soft">
          <Translate id="teach.try.waits">
            You can take the assignment here once Python finds nothing wrong with it.
          </Translate>
        </Text>
      )}
    </Section>
  );
}
