import Translate from '@docusaurus/Translate';
import data from '@inflight/assignments.json';
import type { ReactNode } from 'react';
import { keepUnits } from '../../views/format';
import css from './ReadyMade.module.css';

/** The assignments that come with the book, as a teacher chooses among them: no question, and no answer. */
export default function ReadyMade(): ReactNode {
  return (
    <ul className={css.list}>
      {data.assignments.map(({ id, title, minutes, points, questions, goals }) => (
        <li key={id}>
          <h3 id={id}>{title}</h3>
          <p>
            <Translate id="ready.size" values={{ minutes, points, questions }}>
              {'{minutes} min · {questions} questions · {points} points'}
            </Translate>
          </p>
          <ul>
            {goals.map((goal) => (
              <li key={goal}>{keepUnits(goal)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
