import Translate, { translate } from '@docusaurus/Translate';
import ready from '@inflight/assignments.json';
import { type ReactNode, useState } from 'react';
import type { AssignmentFiles, ReadyMade } from '../../model/assignments';
import { Button } from '../../ui/Button';
import { FileButton } from '../../ui/FileButton';
import { Bullets, Grid, Row, Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import { Section } from '../../ui/Section';
import { Text } from '../../ui/Text';
import { useDrop } from '../../ui/useDrop';
import { inOrder, partTitle } from '../ready-made/parts';
import { blankDraft, withFreshKeys } from './draft/blank';
import { open } from './draft/file';
import type { Draft } from './draft/types';
import { questionsInWords } from './questionsInWords';
import css from './Start.module.css';

interface StartProps {
  /** The draft that this browser keeps. */
  kept: Draft | undefined;
  /** `notice`: a word on what was opened. */
  onStart: (draft: Draft, notice?: string) => void;
}

const PROBLEMS = () => ({
  json: translate({ id: 'teach.open.json', message: 'it isn’t JSON. Is it the whole file?' }),
  schema: translate({
    id: 'teach.open.schema',
    message: 'it isn’t an assignment from this book. Those begin with "schema": "inflight.assignment/1".',
  }),
  questions: translate({ id: 'teach.open.questions', message: 'its questions aren’t a list of questions.' }),
});

/** Where an assignment comes from. */
export function Start({ kept, onStart }: StartProps): ReactNode {
  const [refused, setRefused] = useState('');

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
      setRefused(translate({ id: 'teach.open.offline', message: 'It couldn’t be loaded. Are you online?' }));
    }
  }
  const drop = useDrop(({ files }) => void take(files[0]));
  return (
    <>
      {kept && (
        <Panel as={Row} look="raised" isApart isCentred>
          <p>
            <b>{String(kept.title ?? '') || translate({ id: 'teach.kept.untitled', message: 'Untitled draft' })}</b>
            <br />
            <small>
              {questionsInWords(kept.questions.length)},{' '}
              <Translate id="teach.kept.count">saved in this browser</Translate>
            </small>
          </p>
          <Button look="main" onClick={() => onStart(kept)}>
            <Translate id="teach.kept.open">Continue</Translate>
          </Button>
        </Panel>
      )}

      <Section id="start-own" title={<Translate id="teach.start.own">Write your own</Translate>}>
        <Panel as={Row} look="dashed" isCentred {...drop} role="group" aria-labelledby="start-own">
          <Button look="main" onClick={() => onStart(blankDraft())}>
            <Translate id="teach.start.empty">Start from scratch</Translate>
          </Button>
          <FileButton accept=".json,application/json" onFiles={([file]) => void take(file)}>
            <Translate id="teach.start.file">Open a file</Translate>
          </FileButton>
          <span>
            <Translate id="teach.start.drop">or drop it here: a teacher’s file, finished or not.</Translate>
          </span>
        </Panel>
        {refused && (
          <Text tone="bad" role="alert">
            ✗ {refused}
          </Text>
        )}
      </Section>

      {ready.assignments.length > 0 && (
        <Section title={<Translate id="teach.start.ready">Ready-made</Translate>}>
          <Text isProse tone="soft">
            <Translate id="teach.start.fresh">
              They come with questions, sample solutions and marking notes, and you can change anything. Each gets a new
              key and a new secret when you take it, so the answers already going around don’t fit your students’ paths.
            </Translate>
          </Text>
          <Grid as="ul" least="21rem" gap={5}>
            {inOrder(ready.assignments).map((each) => (
              <Ready key={each.id} ready={each} onTake={() => void takeReady(each.id)} />
            ))}
          </Grid>
        </Section>
      )}
    </>
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
    <Panel as="li" className={css.ready}>
      <Stack gap={3}>
        <div>
          <small>{part ?? translate({ id: 'teach.start.mixed', message: 'Across the book' })}</small>
          <Text as="h3" size="body">
            {title}
          </Text>
          <small>
            {translate(
              { id: 'teach.ready.size', message: '{minutes} minutes · {questions} questions · {points} points' },
              { minutes, questions, points },
            )}
          </small>
        </div>
        <Text as={Bullets} size="note">
          {goals.map((goal) => (
            <li key={goal}>{goal}</li>
          ))}
        </Text>
      </Stack>
      <Button
        aria-label={translate({ id: 'teach.ready.takeOf', message: 'Use “{title}”' }, { title })}
        onClick={onTake}
      >
        <Translate id="teach.ready.take">Use it</Translate>
      </Button>
    </Panel>
  );
}

const freshNotice = (): string =>
  translate({
    id: 'teach.notice.fresh',
    message:
      'It has a new key and a new secret, so nobody else who uses it gets the same values. Keep your teacher’s file: without it you cannot mark what comes back.',
  });

const publicNotice = (): string =>
  translate({
    id: 'teach.notice.public',
    message:
      'This is a students’ file: it has no secret, no solutions and no right answers. Give it a secret, and enter the right answers again.',
  });
