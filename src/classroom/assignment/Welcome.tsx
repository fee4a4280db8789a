import Translate from '@docusaurus/Translate';
import { type FormEvent, type ReactNode, useState } from 'react';
import { workStore } from '../store';
import { isPlaceOf } from '../work';
import type { About } from '../../model/contract';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Row, Stack } from '../../ui/layout';
import { Introduction } from './Introduction';
import { lastChanged } from './lastChanged';
import css from './Welcome.module.css';

export interface Who {
  student: string;
  name: string;
  /** Of the session that is gone on with. */
  code?: string;
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
      .filter(({ fingerprint }) => isPlaceOf(fingerprint, about.fingerprint)),
  );
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (student.trim()) onBegin({ student: student.trim(), name: name.trim() });
  }
  return (
    <>
      <Introduction about={about} />
      {kept.map((each) => (
        <Row key={`${each.fingerprint} ${each.student}`} isCentred>
          <Button look="main" onClick={() => onBegin(each)}>
            <Translate id="assignment.goOn" values={{ student: each.student }}>
              {'Continue as {student}'}
            </Translate>
          </Button>
          <small>
            {each.code && `${each.code} · `}
            {lastChanged(each)}
          </small>
        </Row>
      ))}
      <Stack as="form" gap={5} isFilled className={css.who} onSubmit={submit}>
        <h2>
          {kept.length > 0 ? (
            <Translate id="assignment.other">Start as somebody else</Translate>
          ) : (
            <Translate id="assignment.who">Who are you?</Translate>
          )}
        </h2>
        <Field
          label={<Translate id="assignment.id">Student ID</Translate>}
          hint={
            <Translate id="assignment.idHint">
              Your ID decides which path you get, so the numbers in the questions are yours alone. Type it exactly as
              your teacher gave it to you. Nothing leaves this browser until you hand in a file yourself.
            </Translate>
          }
        >
          <input
            value={student}
            maxLength={LONGEST.student}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setStudent(target.value)}
          />
        </Field>
        <Field label={<Translate id="assignment.name">Name</Translate>}>
          <input
            value={name}
            maxLength={LONGEST.name}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        <p>
          <Button type="submit" look="main" disabled={!student.trim()}>
            <Translate id="assignment.begin">Begin</Translate>
          </Button>
        </p>
      </Stack>
    </>
  );
}
