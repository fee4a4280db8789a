import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { About } from '../../model/contract';
import { Marked } from '../../ui/Marked';
import css from './Assignment.module.css';

const POLICIES = {
  'at-once': (): string => translate({ id: 'assignment.atOnce', message: 'You can check answers while you work.' }),
  after: (): string => translate({ id: 'assignment.after', message: 'You see your marks once you have handed in.' }),
  never: (): string => translate({ id: 'assignment.never', message: 'Your teacher marks it.' }),
};

/** What the assignment is about. */
export function Head({ about }: { about: About }): ReactNode {
  const { title, intro, goals, minutes, points, feedback } = about;
  return (
    <header className={css.head}>
      <h1>{title}</h1>
      <ul className={css.facts}>
        {minutes > 0 && (
          <li>{translate({ id: 'assignment.minutes', message: 'About {minutes} minutes' }, { minutes })}</li>
        )}
        <li>{translate({ id: 'assignment.points', message: '{points} points' }, { points })}</li>
        <li>{POLICIES[feedback]()}</li>
      </ul>
      {intro && (
        <p className={css.intro}>
          <Marked text={intro} />
        </p>
      )}
      {goals.length > 0 && (
        <section className={css.goals}>
          <h2>
            <Translate id="assignment.goals">You will be able to</Translate>
          </h2>
          <ul>
            {goals.map((goal) => (
              <li key={goal}>
                <Marked text={goal} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </header>
  );
}
