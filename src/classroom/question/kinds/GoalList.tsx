import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { keepUnits } from '../../../text/units';
import { Bullets } from '../../../ui/layout';

/** What is to be reached. */
export function GoalList({ goals }: { goals: readonly string[] | undefined }): ReactNode {
  if (!goals?.length) return null;
  return (
    <Bullets aria-label={translate({ id: 'classroom.goals', message: 'Goals' })}>
      {goals.map((goal) => (
        <li key={goal}>{keepUnits(goal)}</li>
      ))}
    </Bullets>
  );
}
