import Translate, { translate } from '@docusaurus/Translate';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { Row } from '../../../ui/layout';
import { Notice } from '../../../ui/Panel';
import { hashOf } from '../../address';
import type { Desk } from '../../useDesk';
import type { AssignmentHead } from '../../../model/contract';
import { forgetPlace } from '../../assignment/place';
import { KeyOf } from './KeyOf';
import css from './try.module.css';

interface PreviewProps {
  desk: Desk;
  /** What Python has nothing against. */
  good: { head: AssignmentHead; text: string };
  roster: readonly string[];
}

const randomStudent = (roster: readonly string[]): string =>
  roster.length > 0
    ? roster[Math.floor(Math.random() * roster.length)]!
    : `student-${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;

/** The paper of one student, as that student sees it, and the key to it. */
export function Preview({ desk, good, roster }: PreviewProps): ReactNode {
  const page = useBaseUrl('/assignment/');
  const [student, setStudent] = useState('');
  const [shown, setShown] = useState<{ student: string; text: string; address: string }>();
  const show = (who: string): void => {
    // The page would go on with anyone who was looked at before.
    forgetPlace();
    setStudent(who);
    setShown({
      student: who,
      text: good.text,
      address: `${page}?embed&preview${hashOf(good.head.public, { student: who })}`,
    });
  };
  const isOld = shown !== undefined && shown.text !== good.text;
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          show(student.trim() || randomStudent(roster));
        }}
      >
        <Field
          label={translate({ id: 'teach.preview.student', message: 'Student ID' })}
          beside={
            <>
              <Button type="submit">
                <Translate id="teach.preview.show">Show this paper</Translate>
              </Button>
              <Button onClick={() => show(randomStudent(roster))}>
                <Translate id="teach.preview.random">Pick a random student</Translate>
              </Button>
            </>
          }
        >
          <input
            className={css.student}
            value={student}
            autoComplete="off"
            placeholder={translate({ id: 'teach.preview.any', message: 'any' })}
            onChange={({ target }) => setStudent(target.value)}
          />
        </Field>
      </form>
      {shown && (
        <>
          {isOld && (
            <Notice as={Row} isCentred>
              <Translate id="teach.preview.old">You have changed the assignment since:</Translate>
              <Button onClick={() => show(shown.student)}>
                <Translate id="teach.preview.again">show it as it is now</Translate>
              </Button>
            </Notice>
          )}
          <iframe
            key={shown.address}
            className={css.frame}
            src={shown.address}
            title={translate({ id: 'teach.preview.frame', message: '{student}’s paper' }, { student: shown.student })}
          />
          <KeyOf key={`${shown.student} ${shown.text}`} desk={desk} text={shown.text} student={shown.student} />
        </>
      )}
    </>
  );
}
