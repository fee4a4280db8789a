import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Standing } from '../model/contract';
import { clockText, countText, lengthText } from './clock';
import css from './Status.module.css';
import unseen from '../ui/unseen.module.css';

/** The clock of the incident, who is affected, and what is left of the month’s error budget. */
export function Status({ standing }: { standing: Standing }): ReactNode {
  const { seconds, clock, users, affected, budget, budget_of } = standing;
  const minutes = String(Math.floor(budget / 60)).replace('-', '−');
  const left = Math.min(Math.max(budget / budget_of, 0), 1);
  return (
    <section aria-label={translate({ id: 'incident.status', message: 'How the call stands' })}>
      <dl className={css.status}>
        <div>
          <dt>
            <Translate id="incident.clock">Time</Translate>
          </dt>
          <dd>{clockText(clock)}</dd>
        </div>
        <div>
          <dt>
            <Translate id="incident.since">Since the call</Translate>
          </dt>
          <dd>{lengthText(seconds)}</dd>
        </div>
        <div data-bad={affected > 0}>
          <dt>
            <Translate id="incident.affected">Users affected</Translate>
          </dt>
          <dd>
            {translate(
              { id: 'incident.affectedOf', message: '{affected} of {users}' },
              { affected: countText(affected), users: countText(users) },
            )}
          </dd>
        </div>
        <div data-bad={budget < 0}>
          <dt>
            <Translate id="incident.budget">This month’s error budget</Translate>
          </dt>
          <dd>
            <span className={css.bar} aria-hidden="true" style={{ ['--left' as string]: left }} />
            {translate({ id: 'incident.budgetLeft', message: '{left} min left' }, { left: minutes })}
          </dd>
        </div>
      </dl>
      {/* Said only when something has changed that matters: the clock always has. */}
      <p className={unseen.unseen} role="status">
        {translate(
          {
            id: 'incident.status.said',
            message: '{affected} of {users} users affected. Error budget: {left} min left.',
          },
          { affected: countText(affected), users: countText(users), left: minutes },
        )}
      </p>
    </section>
  );
}
