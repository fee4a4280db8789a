import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Desk } from '../../useDesk';
import type { Tried, TriedQuestion } from '../../../model/contract';
import form from '../form/form.module.css';
import { kindName } from '../kinds/Kinds';
import css from './try.module.css';
import { useTryOut } from './useTryOut';
import { Button } from '../../../ui/Button';

const SIZES = [20, 50, 100, 500];

/** Made-up students take it, and the model answers for them: is all of it solvable, and how much do the papers differ? */
export function TryOut({ desk, text }: { desk: Desk; text: string }): ReactNode {
  const [students, setStudents] = useState(20);
  const { tried, wanted, failure, text: of, start, cancel } = useTryOut(desk);
  const isRunning = wanted !== undefined;
  return (
    <div className={css.tryOut} aria-busy={isRunning}>
      <p className={form.buttons}>
        <Button onClick={() => (isRunning ? cancel() : start(text, students))}>
          {isRunning ? (
            <Translate id="teach.tryOut.cancel">Stop</Translate>
          ) : (
            <Translate id="teach.tryOut.start">Try it out</Translate>
          )}
        </Button>
        <label className={css.size}>
          <Translate id="teach.tryOut.with">with made-up students:</Translate>{' '}
          <select value={students} disabled={isRunning} onChange={({ target }) => setStudents(Number(target.value))}>
            {SIZES.map((size) => (
              <option key={size}>{size}</option>
            ))}
          </select>
        </label>
      </p>
      {isRunning && (
        <p className={css.running}>
          <progress
            max={wanted}
            value={tried?.students ?? 0}
            aria-label={translate({ id: 'teach.tryOut.progress', message: 'Students tried' })}
          />{' '}
          {translate(
            { id: 'teach.tryOut.running', message: 'The models answer for them: {done} of {wanted}' },
            { done: tried?.students ?? 0, wanted },
          )}
        </p>
      )}
      {failure && (
        <p className={css.bad} role="alert">
          ✗ {failure}
        </p>
      )}
      {tried && (
        <>
          <p role="status" className={tried.failed ? css.bad : css.good}>
            {summary(tried)}
            {of !== text &&
              ` ${translate({ id: 'teach.tryOut.old', message: 'You have changed the assignment since.' })}`}
          </p>
          <ul className={css.tried}>
            {tried.questions
              .filter(({ kind, draws }) => kind !== 'note' || draws.length > 0)
              .map((each) => (
                <Question key={each.id} question={each} students={tried.students} />
              ))}
          </ul>
        </>
      )}
    </div>
  );
}

function summary({ students, papers, failed, questions }: Tried): string {
  const differ = translate(
    { id: 'teach.tryOut.papers', message: '{papers} of {students} papers differ.' },
    { papers, students },
  );
  const bad = questions.filter((each) => each.failed > 0).length;
  return failed
    ? `✗ ${translate(
        { id: 'teach.tryOut.bad', message: 'Not all is solvable: look at {bad} of the questions.' },
        { bad },
      )} ${differ}`
    : `✓ ${translate({ id: 'teach.tryOut.good', message: 'Whatever has a model’s answer is solvable.' })} ${differ}`;
}

function Question({ question, students }: { question: TriedQuestion; students: number }): ReactNode {
  const { id, kind, accepted, failed, unanswered, failures, different, draws } = question;
  return (
    <li>
      <h4>
        {kindName(kind)} <code>{id}</code>
      </h4>
      <p className={failed ? css.bad : css.plain}>
        {failed > 0 &&
          translate(
            {
              id: 'teach.tryOut.failed',
              message: '✗ For {failed} of {students} the model’s own answer is not accepted.',
            },
            { failed, students },
          )}
        {failed === 0 &&
          accepted > 0 &&
          translate({ id: 'teach.tryOut.accepted', message: '✓ Solvable for all {students}.' }, { students })}
        {unanswered > 0 &&
          translate({ id: 'teach.tryOut.unanswered', message: 'No model answers it: you will read it.' })}{' '}
        {translate({ id: 'teach.tryOut.different', message: 'Different questions: {different}.' }, { different })}
      </p>
      {failures.length > 0 && (
        <details>
          <summary>
            <Translate id="teach.tryOut.why">For whom, and why</Translate>
          </summary>
          <ul className={css.failures}>
            {failures.map(({ student, values, reason }) => (
              <li key={student}>
                <b>{student}</b>{' '}
                {Object.entries(values)
                  .map(([name, value]) => `${name}: ${value}`)
                  .join(', ')}
                {Object.keys(values).length > 0 && '. '}
                {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className={css.draws}>
        {draws
          .filter(({ counts }) => counts.length > 1)
          .map(({ name, label, counts }) => (
            <Bars key={name} label={label} counts={counts} />
          ))}
      </div>
    </li>
  );
}

/** How often each value came up. */
function Bars({ label, counts }: { label: string; counts: { value: string; count: number }[] }): ReactNode {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return (
    <figure className={css.bars}>
      <figcaption>{label}</figcaption>
      <ol>
        {counts.map(({ value, count }) => (
          <li key={value}>
            <span>{value}</span>
            <span className={css.bar}>
              <span style={{ width: `${(100 * count) / most}%` }} />
            </span>
            <span>{count}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
