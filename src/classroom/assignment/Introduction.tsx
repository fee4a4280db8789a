import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { About } from '../../model/contract';
import { Bullets, Row, Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';
import { sayLocal } from '../localTime';

const POLICIES = {
  'at-once': (): string => translate({ id: 'assignment.atOnce', message: 'You can check your answers as you work.' }),
  after: (): string => translate({ id: 'assignment.after', message: 'You’ll see your marks once you have handed in.' }),
  reveal: (): string =>
    translate({ id: 'assignment.reveal', message: 'You’ll see your marks once your teacher publishes the key.' }),
  never: (): string => translate({ id: 'assignment.never', message: 'Your teacher will mark it.' }),
};

/** What the assignment is about. */
export function Introduction({ about }: { about: About }): ReactNode {
  const { title, intro, goals, minutes, due, points, feedback } = about;
  return (
    <Stack as="header" gap={5}>
      <h1>{title}</h1>
      <Row as={Text} tone="soft" gap={6}>
        {minutes > 0 && (
          <span>{translate({ id: 'assignment.minutes', message: 'About {minutes} minutes' }, { minutes })}</span>
        )}
        <span>{translate({ id: 'assignment.points', message: '{points} points' }, { points })}</span>
        <span>{POLICIES[feedback]()}</span>
        {due && <b>{translate({ id: 'assignment.due', message: 'Due {when}' }, { when: sayLocal(due) })}</b>}
      </Row>
      {intro && (
        <Text size="body" isProse>
          <Marked text={intro} />
        </Text>
      )}
      {goals.length > 0 && (
        <Stack as="section" gap={2}>
          <Text as="h2" size="ui">
            <Translate id="assignment.goals">When you’re done, you’ll be able to</Translate>
          </Text>
          <Bullets>
            {goals.map((goal) => (
              <li key={goal}>
                <Marked text={goal} />
              </li>
            ))}
          </Bullets>
        </Stack>
      )}
    </Stack>
  );
}
