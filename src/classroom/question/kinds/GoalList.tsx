import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { keepUnits } from '../../../text/units';
import css from './questions.module.css';

/** What is to be reached. */
export function GoalList({ goals }: { goals: readonly string[] | undefined }): ReactNode {
  if (!goals?.length) return null;
  return (
    <ul className={css.goals} aria-label={translate({ id: 'classroom.goals', message: 'Goals' })}>
      {goals.map((goal) => (
        <li key={goal}>{keepUnits(goal)}</li>
      ))}
    </ul>
  );
}
