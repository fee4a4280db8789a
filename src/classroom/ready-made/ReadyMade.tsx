import Translate, { translate } from '@docusaurus/Translate';
import data from '@inflight/assignments.json';
import type { ReactNode } from 'react';
import { keepUnits } from '../../text/units';
import { Bullets, Stack } from '../../ui/layout';
import { inOrder, partTitle } from './parts';

/** The assignments that come with the book, as a teacher chooses among them: no question, and no answer. */
export default function ReadyMade(): ReactNode {
  return (
    <div className="ui">
      <Stack as="ul" gap={6} isFilled isRuled>
        {inOrder(data.assignments).map((ready) => {
          const { id, title, minutes, points, questions, goals } = ready;
          return (
            <Stack key={id} as="li" gap={2}>
              <small>{partTitle(ready) ?? translate({ id: 'teach.start.mixed', message: 'Across the book' })}</small>
              <h2 id={id}>{title}</h2>
              <small>
                <Translate id="teach.ready.size" values={{ minutes, points, questions }}>
                  {'{minutes} minutes · {questions} questions · {points} points'}
                </Translate>
              </small>
              <Bullets>
                {goals.map((goal) => (
                  <li key={goal}>{keepUnits(goal)}</li>
                ))}
              </Bullets>
            </Stack>
          );
        })}
      </Stack>
    </div>
  );
}
