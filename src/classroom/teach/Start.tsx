import Translate, { translate } from '@docusaurus/Translate';
import ready from '@inflight/assignments.json';
import { type ReactNode, useRef, useState } from 'react';
import type { AssignmentFiles, ReadyMade } from '../../model/assignments';
import { useDrop } from '../../ui/useDrop';
import { inOrder, partTitle } from '../ready-made/parts';
import { blankDraft, withFreshKeys } from './draft/blank';
import { open } from './draft/file';
import type { Draft } from './draft/types';
import own from './Start.module.css';
import { questionsInWords } from './words';
import { Button } from '../../ui/Button';

interface StartProps {
  /** The draft that this browser keeps. */
  kept: Draft | undefined;
  /** `notice`: a word on what was opened. */
  onStart: (draft: Draft, notice?: string) => void;
}

const PROBLEMS = () => ({
  json: translate({ id: 'teach.open.json', message: 'it is no JSON. Is it the whole file?' }),
  schema: translate({
    id: 'teach.open.schema',
    message: 'it is no assignment of this book. One begins with "schema": "inflight.assignment/1".',
  }),
  questions: translate({ id: 'teach.open.questions', message: 'its questions are no list of questions.' }),
});

/** Where an assignment comes from. */
export function Start({ kept, onStart }: StartProps): ReactNode {
  const [refused, setRefused] = useState('');
  const chooser = useRef<HTMLInputElement>(null);

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    const opened = open(await file.text());
    if ('problem' in opened) setRefused(`${file.name}: ${PROBLEMS()[opened.problem]}`);
    else onStart(opened.draft, opened.isPublic ? publicNotice() : undefined);
  }
  async function takeReady(id: string): Promise<void> {
    try {
      const { default: files } = (await import('@inflight/assignment-files.json')) as { default: AssignmentFiles };
      const opened = open(JSON.stringify(files[id]));
      if ('draft' in opened) onStart(withFreshKeys(opened.draft), freshNotice());
    } catch {
      setRefused(translate({ id: 'teach.open.offline', message: 'It could not be loaded. Is the network there?' }));
    }
  }
  const drop = useDrop(({ files }) => void take(files[0]));
  return (
    <div className={own.start}>
      {kept && (
        <section className={own.kept}>
          <p>
            <b>
              {String(kept.title ?? '') || translate({ id: 'teach.kept.untitled', message: 'A draft without a title' })}
            </b>
            <span>
              {questionsInWords(kept.questions.length)},{' '}
              <Translate id="teach.kept.count">as this browser kept it</Translate>
            </span>
          </p>
          <Button look="main" onClick={() => onStart(kept)}>
            <Translate id="teach.kept.open">Go on with it</Translate>
          </Button>
        </section>
      )}

      <section aria-labelledby="start-own">
        <h2 id="start-own">
          <Translate id="teach.start.own">Your own</Translate>
        </h2>
        <div className={own.drop} {...drop} role="group" aria-labelledby="start-own">
          <Button look="main" onClick={() => onStart(blankDraft())}>
            <Translate id="teach.start.empty">Begin with nothing</Translate>
          </Button>
          <Button onClick={() => chooser.current?.click()}>
            <Translate id="teach.start.file">Open a file</Translate>
          </Button>
          <span>
            <Translate id="teach.start.drop">or drop it here: a teacher’s file, complete or half-made.</Translate>
          </span>
          <input
            ref={chooser}
            type="file"
            hidden
            accept=".json,application/json"
            aria-label={translate({ id: 'teach.start.chooser', message: 'A file with an assignment' })}
            onChange={({ target }) => {
              void take(target.files?.[0]);
              target.value = '';
            }}
          />
        </div>
        {refused && (
          <p className={own.refused} role="alert">
            ✗ {refused}
          </p>
        )}
      </section>

      {ready.assignments.length > 0 && (
        <section aria-labelledby="start-ready">
          <h2 id="start-ready">
            <Translate id="teach.start.ready">Ready-made</Translate>
          </h2>
          <p className={own.why}>
            <Translate id="teach.start.fresh">
              With questions, sample solutions and marking notes, to be changed as you like. Each is given a new key and
              secret when you take it, so that your students have other paths than those whose answers are around.
            </Translate>
          </p>
          <ul className={own.list}>
            {inOrder(ready.assignments).map((each) => (
              <Ready key={each.id} ready={each} onTake={() => void takeReady(each.id)} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

interface ReadyProps {
  ready: ReadyMade;
  onTake: () => void;
}

function Ready({ ready, onTake }: ReadyProps): ReactNode {
  const { title, minutes, points, questions, goals } = ready;
  const part = partTitle(ready);
  return (
    <li className={own.ready}>
      <p className={own.part}>{part ?? translate({ id: 'teach.start.mixed', message: 'Across the book' })}</p>
      <h3>{title}</h3>
      <p className={own.size}>
        {translate(
          { id: 'teach.ready.size', message: '{minutes} minutes · {questions} questions · {points} points' },
          { minutes, questions, points },
        )}
      </p>
      <ul>
        {goals.map((goal) => (
          <li key={goal}>{goal}</li>
        ))}
      </ul>
      <Button
        aria-label={translate({ id: 'teach.ready.takeOf', message: 'Take “{title}”' }, { title })}
        onClick={onTake}
      >
        <Translate id="teach.ready.take">Take it</Translate>
      </Button>
    </li>
  );
}

const freshNotice = (): string =>
  translate({
    id: 'teach.notice.fresh',
    message:
      'It has a new key and a new secret, so other values are drawn than for anybody else who takes it. Keep your teacher’s file: only it can mark what comes back.',
  });

const publicNotice = (): string =>
  translate({
    id: 'teach.notice.public',
    message:
      'This is a students’ file: it has no secret, no solutions and no right answers. Give it a secret, and say again what is right.',
  });
