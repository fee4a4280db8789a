import Translate, { translate } from '@docusaurus/Translate';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { workStore } from '../store';
import type { Kept } from '../work';
import type { About } from '../../model/contract';
import css from './Assignment.module.css';
import { Head } from './Head';
import { Button } from '../../ui/Button';

export interface Who {
  student: string;
  name: string;
}

interface WelcomeProps {
  about: About;
  /** What the link says of who it is for. */
  suggested: Who;
  onBegin: (who: Who) => void;
}

/** Characters: what a hand-in takes. */
const LONGEST = { student: 100, name: 200 };

/** What it is about, and who takes it. */
export function Welcome({ about, suggested, onBegin }: WelcomeProps): ReactNode {
  const [student, setStudent] = useState(suggested.student);
  const [name, setName] = useState(suggested.name);
  const [kept] = useState(() =>
    workStore()
      .list()
      .filter(({ fingerprint }) => fingerprint === about.fingerprint),
  );
  const hint = useId();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (student.trim()) onBegin({ student: student.trim(), name: name.trim() });
  }
  return (
    <>
      <Head about={about} />
      {kept.map((each) => (
        <p key={each.student} className={css.resume}>
          <Button look="main" onClick={() => onBegin(each)}>
            <Translate id="assignment.goOn" values={{ student: each.student }}>
              {'Go on as {student}'}
            </Translate>
          </Button>{' '}
          <span>{lastChanged(each)}</span>
        </p>
      ))}
      <form className={css.who} onSubmit={submit}>
        <h2>
          {kept.length > 0 ? (
            <Translate id="assignment.other">Begin as somebody else</Translate>
          ) : (
            <Translate id="assignment.who">Who are you?</Translate>
          )}
        </h2>
        <label>
          <Translate id="assignment.id">Student id</Translate>
          <input
            value={student}
            maxLength={LONGEST.student}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            aria-describedby={hint}
            onChange={({ target }) => setStudent(target.value)}
          />
        </label>
        <label>
          <Translate id="assignment.name">Name</Translate>
          <input
            value={name}
            maxLength={LONGEST.name}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <p id={hint}>
          <Translate id="assignment.idHint">
            Your path follows from your id: the numbers in the questions are yours alone. Write it as your teacher does.
            Nothing leaves this browser until you hand in a file yourself.
          </Translate>
        </p>
        <Button type="submit" look="main" disabled={!student.trim()}>
          <Translate id="assignment.begin">Begin</Translate>
        </Button>
      </form>
    </>
  );
}

/** When work was last touched. */
export const lastChanged = ({ changed, handed }: Kept): string => {
  const when = new Date(changed).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return handed
    ? translate({ id: 'assignment.handed', message: 'Handed in; last changed {when}' }, { when })
    : translate({ id: 'assignment.changed', message: 'Last changed {when}' }, { when });
};
