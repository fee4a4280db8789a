import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useState } from 'react';
import type { Overview, Row } from '../../model/contract';
import { Distributions } from './Distributions';
import css from './Overview.module.css';
import { nameOf } from './rows';

interface OverviewProps {
  overview: Overview;
  rows: readonly Row[];
  /** Who is missing is only known when nothing more is coming. */
  isMarking: boolean;
  onOpen: (file: string, among: string[]) => void;
}

/** So many ids stand there at once; more are folded. */
const FEW = 30;

/** So many pairs at first. */
const PAIRS = 15;

/** What the class came to, and which files need a look. */
export function OverviewSection({ overview, rows, isMarking, onOpen }: OverviewProps): ReactNode {
  const { duplicates, strangers, missing, unused, alike } = overview;
  const [most, setMost] = useState(PAIRS);
  const names = new Map(rows.map((row) => [row.file, nameOf(row)]));
  const file = (name: string, among: string[]): ReactNode => (
    <button key={name} type="button" className={css.link} onClick={() => onOpen(name, among)}>
      {names.get(name) ?? name}
    </button>
  );
  const lists: [string, string, string[]][] = [
    [
      'missing',
      translate({ id: 'grade.missing', message: 'On the roster, and handed nothing in that could be marked' }),
      isMarking ? [] : missing,
    ],
    ['strangers', translate({ id: 'grade.strangers', message: 'Not on the roster' }), strangers],
    [
      'unused',
      translate({ id: 'grade.unused', message: 'Have points by hand, and no file here' }),
      isMarking ? [] : unused,
    ],
  ];
  return (
    <>
      <Distributions overview={overview} />
      {alike.length > 0 && (
        <section className={css.block} aria-labelledby="grade-alike">
          <h3 id="grade-alike">
            <Translate id="grade.alike">Worth a look</Translate>
          </h3>
          <p className={css.lead}>
            <Translate id="grade.alike.lead">
              These pairs have more in common than chance gives. It is a hint to read both, not a verdict: people who
              learn together write alike, and who copies with care is not in this list.
            </Translate>
          </p>
          <ul className={css.pairs}>
            {alike.slice(0, most).map(({ files, question, likeness, reason }) => (
              <li key={`${files.join(' ')} ${question}`}>
                <span>
                  {file(files[0], [...files])} <Translate id="grade.and">and</Translate> {file(files[1], [...files])}
                </span>
                <span className={css.why}>
                  {question && <b>{question}: </b>}
                  {reason} {likeness < 1 && !reason.includes('%') && `${Math.round(100 * likeness)} %`}
                </span>
              </li>
            ))}
          </ul>
          {alike.length > most && (
            <button type="button" className={css.link} onClick={() => setMost(alike.length)}>
              <Translate id="grade.alike.more" values={{ count: alike.length }}>
                {'Show all {count}'}
              </Translate>
            </button>
          )}
        </section>
      )}
      {duplicates.length > 0 && (
        <section className={css.block} aria-labelledby="grade-duplicates">
          <h3 id="grade-duplicates">
            <Translate id="grade.duplicates">More than one file from a student</Translate>
          </h3>
          <p className={css.lead}>
            <Translate id="grade.duplicates.lead">
              The last one handed in counts. The time is what the file says; look where it matters.
            </Translate>
          </p>
          <ul className={css.pairs}>
            {duplicates.map(({ student, files, counts }) => (
              <li key={student}>
                <b>{student}</b>
                <ul>
                  {files.map((each) => (
                    <li key={each}>
                      <button type="button" className={css.link} onClick={() => onOpen(each, files)}>
                        {each}
                      </button>
                      {each === counts && (
                        <>
                          {' '}
                          <Translate id="grade.counts">(counts)</Translate>
                        </>
                      )}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      )}
      {lists
        .filter(([, , ids]) => ids.length > 0)
        .map(([id, title, ids]) => (
          <section key={id} className={css.block} aria-labelledby={`grade-${id}`}>
            <h3 id={`grade-${id}`}>
              {title} ({ids.length})
            </h3>
            {ids.length <= FEW ? (
              <p className={css.ids}>{ids.join(', ')}</p>
            ) : (
              <details className={css.ids}>
                <summary>
                  <Translate id="grade.ids">Who</Translate>
                </summary>
                {ids.join(', ')}
              </details>
            )}
          </section>
        ))}
    </>
  );
}
