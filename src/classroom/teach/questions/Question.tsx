import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { State } from '../draft/reducer';
import { pointsInWords } from '../../question/words';
import { questionsInWords } from '../words';
import unseen from '../../../ui/unseen.module.css';
import { idOfField, useTeach } from '../useDraft';
import { AddQuestion } from './AddQuestion';
import { QuestionCard } from './QuestionCard';
import own from './questions.module.css';
import { Button } from '../../../ui/Button';

/** The questions, in their order. */
export function Questions({ state: { keys, open, past } }: { state: State }): ReactNode {
  const { draft, dispatch } = useTeach();
  const [said, setSaid] = useState('');
  const place = open === undefined ? -1 : keys.indexOf(open);
  const count = draft.questions.length;
  const deleted = past.at(-1)?.deleted;

  // Who has added a question writes its text next.
  const before = useRef(count);
  useEffect(() => {
    const isNew = count > before.current;
    before.current = count;
    if (isNew && place >= 0) document.getElementById(idOfField(`questions[${place}].text`))?.focus();
  }, [count, place]);
  // And who has deleted one may want it back; its button is gone.
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (deleted !== undefined) undo.current?.focus();
  }, [deleted, past.length]);

  const points = draft.questions.reduce((sum, each) => sum + (Number(each.points ?? 1) || 0), 0);
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">
        <Translate id="teach.questions">Questions</Translate>
      </h2>
      <p className={own.count}>
        {questionsInWords(count)}, {pointsInWords(Math.round(points * 100) / 100)}
      </p>
      <p className={unseen.unseen} role="status">
        {said}
      </p>
      {count > 0 && (
        <ol className={own.cards}>
          {draft.questions.map((_, index) => (
            <QuestionCard
              key={keys[index]}
              place={index}
              number={keys[index]!}
              isOpen={keys[index] === open}
              onSaid={setSaid}
            />
          ))}
        </ol>
      )}
      {deleted !== undefined && (
        <p className={own.deleted} role="status">
          <span>
            <Translate id="teach.question.deleted" values={{ id: <code>{deleted}</code> }}>
              {'The question {id} is deleted.'}
            </Translate>
          </span>{' '}
          <Button ref={undo} onClick={() => dispatch({ type: 'undo' })}>
            <Translate id="teach.question.restore">Put it back</Translate>
          </Button>
        </p>
      )}
      <AddQuestion isOpen={count === 0} />
    </section>
  );
}
