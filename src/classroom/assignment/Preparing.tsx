import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Text } from '../../ui/Text';

/** The title, while Python is on its way. */
export const Preparing = ({ assignment }: { assignment: string }): ReactNode => (
  <>
    <h1>{titleIn(assignment)}</h1>
    <Text tone="soft" role="status">
      <Translate id="assignment.preparing">Loading Python, which draws your numbers …</Translate>
    </Text>
  </>
);

function titleIn(text: string): string {
  try {
    const { title } = JSON.parse(text) as { title?: unknown };
    if (typeof title === 'string' && title) return title;
  } catch {
    // Python says what is wrong with it
  }
  return translate({ id: 'assignment.untitled', message: 'Assignment' });
}
