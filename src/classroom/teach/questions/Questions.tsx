import Translate from '@docusaurus/Translate';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/Button';
import { Row, Stack } from '../../../ui/layout';
import { Notice } from '../../../ui/Panel';
import { Section } from '../../../ui/Section';
import unseen from '../../../ui/unseen.module.css';
import type { State } from '../draft/reducer';
import { pointsInWords } from '../../question/points';
import { questionsInWords } from '../questionsInWords';
import { idOfField, useTeach } from '../useDraft';
import { AddQuestion } from './AddQuestion';
import { DraftQuestion } from './DraftQuestion';

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
    <Section id="questions" title={<Translate id="teach.questions">Questions</Translate>}>
      <small>
        {questionsInWords(count)}, {pointsInWords(Math.round(points * 100) / 100)}
      </small>
      <p className={unseen.unseen} role="status">
        {said}
      </p>
      {count > 0 && (
        <Stack as="ol" isFilled>
          {draft.questions.map((_, index) => (
            <DraftQuestion
              key={keys[index]}
              place={index}
              number={keys[index]!}
              isOpen={keys[index] === open}
              onSaid={setSaid}
            />
          ))}
        </Stack>
      )}
      {deleted !== undefined && (
        <Notice as={Row} tone="soft">
          <span>
            <Translate id="teach.question.deleted" values={{ id: <code>{deleted}</code> }}>
              {'The question {id} is deleted.'}
            </Translate>
          </span>{' '}
          <Button ref={undo} onClick={() => dispatch({ type: 'undo' })}>
            <Translate id="teach.question.restore">Put it back</Translate>
          </Button>
        </Notice>
      )}
      <AddQuestion isOpen={count === 0} />
    </Section>
  );
}
