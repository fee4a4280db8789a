import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Overview } from '../../model/contract';
import { bare } from './words';
import { Histogram } from './Histogram';
import { sayPoints } from './words';
import css from './Overview.module.css';

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** How many in which tenth, for those who don't see the bars. */
const binsInWords = (bins: readonly number[]): string =>
  bins
    .map((count, bin) => (count > 0 ? `${10 * bin}–${10 * bin + 10} %: ${count}` : ''))
    .filter(Boolean)
    .join(', ');

/** The whole marks, and each question's. */
export function Distributions({ overview: { marks, questions, students } }: { overview: Overview }): ReactNode {
  const known = questions.filter((each) => each.mean !== null && each.possible > 0 && each.to_read === 0);
  const isOpen = questions.some((each) => each.to_read > 0);
  const hardest = known.length > 1 ? known.reduce((low, each) => (each.mean! < low.mean! ? each : low)) : undefined;
  return (
    <div className={css.distributions}>
      <section className={css.marks} aria-labelledby="grade-marks">
        <h3 id="grade-marks">
          <Translate id="grade.marks">Whole marks</Translate>
        </h3>
        <Histogram
          bins={marks.bins}
          title={translate(
            { id: 'grade.marks.title', message: 'Whole marks of {students} students: {bins}' },
            { students, bins: binsInWords(marks.bins) },
          )}
          from="0"
          to={sayPoints(marks.possible)}
          height={120}
          withCounts
        />
        <dl className={css.numbers}>
          <div>
            <dt>
              <Translate id="grade.students">Students</Translate>
            </dt>
            <dd>{students}</dd>
          </div>
          {marks.mean !== null && (
            <div>
              <dt>
                <Translate id="grade.mean">Mean</Translate>
              </dt>
              <dd>{sayPoints(marks.mean)}</dd>
            </div>
          )}
          {marks.median !== null && (
            <div>
              <dt>
                <Translate id="grade.median">Median</Translate>
              </dt>
              <dd>{sayPoints(marks.median)}</dd>
            </div>
          )}
        </dl>
        {isOpen && (
          <p className={css.facts}>
            <Translate id="grade.marks.open">Answers that nobody has read yet count nothing so far.</Translate>
          </p>
        )}
      </section>
      <ul className={css.questions}>
        {questions.map((each) => (
          <li key={each.id}>
            <h3>
              {each.id}
              <small>
                {each.kind} · {sayPoints(each.possible)}
              </small>
              {each === hardest && (
                <span className={css.hardest}>
                  <Translate id="grade.hardest">hardest</Translate>
                </span>
              )}
            </h3>
            <p className={css.posed} title={bare(each.text)}>
              {bare(each.text)}
            </p>
            <Histogram
              bins={each.bins}
              title={translate(
                { id: 'grade.question.title', message: 'Shares of the points of {id}: {bins}' },
                { id: each.id, bins: binsInWords(each.bins) || '–' },
              )}
              from="0"
              to={`100 %`}
              height={58}
            />
            <p className={css.facts}>
              {[
                each.mean !== null &&
                  each.to_read === 0 &&
                  translate({ id: 'grade.question.mean', message: 'mean {mean}' }, { mean: percent(each.mean) }),
                translate({ id: 'grade.question.full', message: '{full} full' }, { full: each.full }),
                translate({ id: 'grade.question.zero', message: '{zero} none' }, { zero: each.zero }),
                each.unanswered > 0 &&
                  translate(
                    { id: 'grade.question.unanswered', message: '{unanswered} not answered' },
                    { unanswered: each.unanswered },
                  ),
                each.to_read > 0 &&
                  translate({ id: 'grade.question.toRead', message: '{toRead} to read' }, { toRead: each.to_read }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
