import Translate, { translate } from '@docusaurus/Translate';
import data from '@inflight/assignments.json';
import type { ReactNode } from 'react';
import { keepUnits } from '../../text/units';
import { inOrder, partTitle } from './parts';
import css from './ReadyMade.module.css';

/** The assignments that come with the book, as a teacher chooses among them: no question, and no answer. */
export default function ReadyMade(): ReactNode {
  return (
    <ul className={css.list}>
      {inOrder(data.assignments).map((ready) => {
        const { id, title, minutes, points, questions, goals } = ready;
        return (
          <li key={id}>
            <p>{partTitle(ready) ?? translate({ id: 'teach.start.mixed', message: 'Across the book' })}</p>
            <h2 id={id}>{title}</h2>
            <p>
              <Translate id="teach.ready.size" values={{ minutes, points, questions }}>
                {'{minutes} minutes · {questions} questions · {points} points'}
              </Translate>
            </p>
            <ul>
              {goals.map((goal) => (
                <li key={goal}>{keepUnits(goal)}</li>
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}
