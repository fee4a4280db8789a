import Translate, { translate } from '@docusaurus/Translate';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { hashOf } from '../../address';
import type { Desk } from '../../useDesk';
import type { AssignmentHead, Key } from '../../../model/contract';
import { isAbort } from '../../../runtime/errors';
import { forgetPlace } from '../../assignment/place';
import { Marked } from '../../../ui/Marked';
import form from '../form/form.module.css';
import css from './try.module.css';
import { Button } from '../../../ui/Button';

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
  const field = useId();
  const page = useBaseUrl('/assignment/');
  const [student, setStudent] = useState('');
  const [shown, setShown] = useState<{ student: string; text: string; address: string }>();
  const show = (who: string): void => {
    // The page would go on with whoever was looked at before.
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
    <div className={css.preview}>
      <form
        className={css.who}
        onSubmit={(event) => {
          event.preventDefault();
          show(student.trim() || randomStudent(roster));
        }}
      >
        <div className={form.field}>
          <label htmlFor={field} className={form.label}>
            {translate({ id: 'teach.preview.student', message: 'Student id' })}
          </label>
          <input
            id={field}
            value={student}
            autoComplete="off"
            placeholder={translate({ id: 'teach.preview.any', message: 'any' })}
            onChange={({ target }) => setStudent(target.value)}
          />
        </div>
        <p className={form.buttons}>
          <Button type="submit">
            <Translate id="teach.preview.show">Show this paper</Translate>
          </Button>
          <Button onClick={() => show(randomStudent(roster))}>
            <Translate id="teach.preview.random">A random student’s</Translate>
          </Button>
        </p>
      </form>
      {shown && (
        <>
          {isOld && (
            <p className={css.old} role="status">
              <Translate id="teach.preview.old">You have changed the assignment since:</Translate>{' '}
              <Button onClick={() => show(shown.student)}>
                <Translate id="teach.preview.again">show it as it is now</Translate>
              </Button>
            </p>
          )}
          <iframe
            key={shown.address}
            className={css.frame}
            src={shown.address}
            title={translate(
              { id: 'teach.preview.frame', message: 'The paper of {student}' },
              { student: shown.student },
            )}
          />
          <KeyOf key={`${shown.student} ${shown.text}`} desk={desk} text={shown.text} student={shown.student} />
        </>
      )}
    </div>
  );
}

/** What the model answers in this student's place. */
function KeyOf({ desk, text, student }: { desk: Desk; text: string; student: string }): ReactNode {
  const [key, setKey] = useState<Key>();
  const [failure, setFailure] = useState('');
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    const abort = new AbortController();
    desk.key(text, student, abort.signal).then(setKey, (error: unknown) => {
      if (!isAbort(error)) setFailure(error instanceof Error ? error.message : String(error));
    });
    return () => abort.abort();
  }, [desk, text, student, isWanted]);
  return (
    <details className={css.key} onToggle={({ currentTarget }) => currentTarget.open && setWanted(true)}>
      <summary>
        <Translate id="teach.preview.key" values={{ student }}>
          {'Key for {student}'}
        </Translate>
      </summary>
      {failure && <p className={css.bad}>✗ {failure}</p>}
      {!key && !failure && (
        <p role="status">
          <Translate id="teach.preview.running">The models run …</Translate>
        </p>
      )}
      {key && (
        <dl>
          {Object.entries(key.key).map(([id, { said, solution, marking }]) => (
            <div key={id}>
              <dt>
                <code>{id}</code>
              </dt>
              <dd>
                {said ? (
                  <p className={css.said}>
                    <Marked text={said} />
                  </p>
                ) : (
                  <p>
                    <Translate id="teach.preview.none">No model answers it.</Translate>
                  </p>
                )}
                {solution && (
                  <p>
                    <Marked text={solution} />
                  </p>
                )}
                {marking && (
                  <p className={css.marking}>
                    <Marked text={marking} />
                  </p>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
