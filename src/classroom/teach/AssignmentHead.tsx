import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Section } from '../../ui/Section';
import { freshKey, idOf } from './draft/fresh';
import { FEEDBACK } from './draft/types';
import { Fold } from './form/Fold';
import { LinesField } from './form/LinesField';
import { NumberField } from './form/NumberField';
import { RadioField } from './form/RadioField';
import { TextField } from './form/TextField';
import { TimeField } from './form/TimeField';
import { wrongOf } from './form/wrongOf';
import { Trust } from './Trust';
import { useField, useTeach } from './useDraft';

const feedback = () => ({
  'at-once': {
    label: translate({ id: 'teach.feedback.atOnce', message: 'At once' }),
    hint: translate({
      id: 'teach.feedback.atOnce.hint',
      message: 'Students check an answer whenever they like, as often as the question allows. Good for practice.',
    }),
  },
  after: {
    label: translate({ id: 'teach.feedback.after', message: 'After the hand-in' }),
    hint: translate({
      id: 'teach.feedback.after.hint',
      message: 'The page shows the marks once it has made the file. The answers in the file are final.',
    }),
  },
  reveal: {
    label: translate({ id: 'teach.feedback.reveal', message: 'When you publish the key' }),
    hint: translate({
      id: 'teach.feedback.reveal.hint',
      message:
        'Until then, nothing your students have can mark an answer. Collect the files, then publish the key, and the page tells each student what was right. Anyone can compute curves, settings, incidents, captures and shown paths, so these need sessions as well, or must be worth 0 points.',
    }),
  },
  never: {
    label: translate({ id: 'teach.feedback.never', message: 'Never' }),
    hint: translate({
      id: 'teach.feedback.never.hint',
      message: 'You mark, and you tell them. Nothing students get helps them tell right from wrong.',
    }),
  },
});

/** What stands above the questions, and who may answer them. */
export function AssignmentHead(): ReactNode {
  return (
    <Section id="assignment" title={<Translate id="teach.assignment">Assignment</Translate>}>
      <Title />
      <TextField
        path={['intro']}
        label={translate({ id: 'teach.intro', message: 'Introduction' })}
        hint={translate({ id: 'teach.intro.hint', message: 'What to read first, and what students may use.' })}
        rows={3}
      />
      <LinesField
        path={['goals']}
        label={translate({ id: 'teach.goals', message: 'Learning goals' })}
        hint={translate({ id: 'teach.goals.hint', message: 'One per line.' })}
        rows={3}
      />
      <RadioField
        path={['feedback']}
        label={translate({ id: 'teach.feedback', message: 'When students see what was right' })}
        choices={FEEDBACK.map((value) => ({ value, ...feedback()[value] }))}
      />
      <Trust />
      <NumberField
        path={['minutes']}
        label={translate({ id: 'teach.minutes', message: 'Minutes it takes' })}
        hint={translate({
          id: 'teach.minutes.hint',
          message: 'Students see it, but nothing enforces it. With 0 they see nothing.',
        })}
        placeholder="0"
      />
      <TimeField
        path={['due']}
        label={translate({ id: 'teach.due', message: 'Due' })}
        hint={translate({
          id: 'teach.due.hint',
          message:
            'In your time zone; students see it in theirs. The marks say who is late, but nothing closes. To give more time, change the date on the marking page: a different date here makes a different assignment.',
        })}
      />
      <Rest />
    </Section>
  );
}

/** The title; until somebody gives it another one, the short name follows it. */
function Title(): ReactNode {
  const { draft, dispatch } = useTeach();
  const { id, value, ...wrong } = useField(['title']);
  const follows = draft.id === 'my-assignment' || draft.id === '' || draft.id === idOf(String(value ?? ''));
  function type(title: string): void {
    const name = follows ? idOf(title) || 'my-assignment' : String(draft.id ?? '');
    dispatch({ type: 'put', path: [], value: { ...draft, title, id: name } });
  }
  return (
    <Field label={translate({ id: 'teach.title', message: 'Title' })} {...wrongOf(wrong)}>
      <input id={id} autoComplete="off" value={String(value ?? '')} onChange={({ target }) => type(target.value)} />
    </Field>
  );
}

/** What one seldom changes. */
function Rest(): ReactNode {
  const { problems } = useTeach();
  const isBad = problems.some(({ path }) =>
    ['id', 'key', 'secret', 'roster', 'marking', 'embed'].some((each) => path.startsWith(each)),
  );
  return (
    <Fold isBad={isBad} summary={<Translate id="teach.rest">Who may hand in, keys, marking notes</Translate>}>
      <LinesField
        path={['roster']}
        label={translate({ id: 'teach.roster', message: 'Student IDs' })}
        hint={translate({
          id: 'teach.roster.hint',
          message:
            'Paste them, one per line. If you leave it empty, anybody may hand in. The list stays with you: students don’t get it.',
        })}
        rows={4}
        also={/[,;\t]/}
        mono
      />
      <Drawn
        name="key"
        label={translate({ id: 'teach.key', message: 'Key' })}
        hint={translate({
          id: 'teach.key.hint',
          message:
            'With the student’s ID, it decides what is drawn. Students get it too, because the page cannot pose the questions without it. A different key draws different values.',
        })}
      />
      <Drawn
        name="secret"
        label={translate({ id: 'teach.secret', message: 'Secret' })}
        hint={translate({
          id: 'teach.secret.hint',
          message:
            'Decides the hidden paths of algorithms. Students don’t get it. Don’t change it once the assignment is out.',
        })}
      />
      <TextField
        path={['id']}
        label={translate({ id: 'teach.id', message: 'Short name' })}
        hint={translate({
          id: 'teach.id.hint',
          message: 'Used in the names of files and of columns in your table: lower-case letters, digits and hyphens.',
        })}
        mono
      />
      <TextField
        path={['embed', 'origin']}
        label={translate({ id: 'teach.origin', message: 'Origin of the page around it' })}
        hint={translate({
          id: 'teach.origin.hint',
          message:
            'If you show the assignment inside a page of your own or of your system, that page gets the points and the receipt. If you leave it empty, no page does.',
        })}
        placeholder="https://lms.example.edu"
        mono
      />
      <TextField
        path={['marking']}
        label={translate({ id: 'teach.marking', message: 'Marking notes for the whole assignment' })}
        rows={3}
      />
    </Fold>
  );
}

function Drawn({ name, label, hint }: { name: 'key' | 'secret'; label: string; hint: string }): ReactNode {
  const { set } = useField([name]);
  return (
    <TextField
      path={[name]}
      {...{ label, hint }}
      mono
      beside={
        <Button
          aria-label={translate({ id: 'teach.key.newOf', message: 'New: {label}' }, { label })}
          onClick={() => set(freshKey())}
        >
          <Translate id="teach.key.new">New</Translate>
        </Button>
      }
    />
  );
}
