import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { reportOf, type Sum } from './reporting';
import type { Interview, InterviewAnswer } from '../memory/types';
import type { Bank } from '../model/questions';
import { levelInWords } from '../practice/cards/words';
import { shortPart } from '../practice/review/names';
import { sourceOf } from '../practice/review/sourceOf';
import type { Asker } from '../practice/review/useAsked';
import css from './Interview.module.css';
import { ReportQuestion } from './ReportQuestion';
import { clockOf, dayOf, minutesInWords, percent, questionsInWords } from './words';
import { Button } from '../ui/Button';

interface ReportProps {
  interview: Interview;
  bank: Bank;
  ask: Asker;
  /** A mark that only the reader can give. */
  onMark: (card: string, part: Partial<InterviewAnswer>) => void;
  /** All is marked: the answers become reviews. */
  onDone: () => void;
  onAgain: () => void;
}

/** Places to read that are named; more than this nobody reads. */
const MOST = 6;

/** What it came to, what to read, and every question with a good answer. */
export function Report({ interview, bank, ask, onMark, onDone, onAgain }: ReportProps): ReactNode {
  const report = useMemo(() => reportOf(interview, bank), [interview, bank]);
  const { asked, open, share, seconds, planned } = report;
  // The button that was pressed is gone: the keyboard goes on where it says what became of it.
  const kept = useRef<HTMLParagraphElement>(null);
  const wasMarked = useRef(interview.marked !== null);
  useLayoutEffect(() => {
    if (wasMarked.current || interview.marked === null) return;
    wasMarked.current = true;
    kept.current?.focus();
  }, [interview.marked]);
  return (
    <div className={css.report}>
      <p className={css.result}>
        {translate(
          {
            id: 'interview.result',
            message: '{day}, {minutes}. {count} questions in {used} (planned: {planned}). Result: {share}.',
          },
          {
            day: dayOf(interview.started),
            minutes: minutesInWords(interview.minutes),
            count: asked.length,
            used: clockOf(seconds),
            planned: clockOf(planned),
            share: percent(share),
          },
        )}
      </p>
      {open > 0 && (
        <p className={css.note} role="status">
          {translate(
            {
              id: 'interview.open',
              message:
                '{count} of them only you can mark. Read below what a good answer sounds like, and tick what you said. Be strict: nobody else will see it.',
            },
            { count: open },
          )}
        </p>
      )}
      <div className={css.sums}>
        <Sums
          title={translate({ id: 'interview.byLevel', message: 'By level' })}
          sums={report.levels}
          nameOf={levelInWords}
        />
        <Sums
          title={translate({ id: 'interview.byPart', message: 'By part' })}
          sums={report.parts}
          nameOf={(part) => shortPart(bank.parts.find(({ id }) => id === part)?.title ?? part)}
        />
      </div>
      {report.toRead.length > 0 && (
        <section>
          <h2>
            <Translate id="interview.read">What to read</Translate>
          </h2>
          <ol className={css.read}>
            {report.toRead.slice(0, MOST).map(({ url, title, heading }) => (
              <li key={url}>
                <Link to={url}>{heading}</Link> <span>{title}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section>
        <h2>
          <Translate id="interview.questions">Question by question</Translate>
        </h2>
        {asked.map(({ card, answer }, i) => (
          <ReportQuestion
            key={card.id}
            number={i + 1}
            card={card}
            answer={answer}
            source={sourceOf(bank, card)}
            ask={ask}
            onMark={interview.marked === null ? (part) => onMark(card.id, part) : undefined}
          />
        ))}
      </section>
      <p className={css.buttons}>
        {interview.marked === null && (
          <Button look="main" onClick={onDone}>
            <Translate id="interview.done">I have marked it: put the questions into my reviews</Translate>
          </Button>
        )}
        <Button look="quiet" onClick={() => window.print()}>
          <Translate id="interview.print">Print the report</Translate>
        </Button>
        <Button look="quiet" onClick={onAgain}>
          <Translate id="interview.again">Another interview</Translate>
        </Button>
      </p>
      {interview.marked !== null && (
        <p ref={kept} tabIndex={-1} className={css.note} role="status">
          <Translate
            id="interview.kept"
            values={{
              practice: (
                <Link to="/practice/">
                  <Translate id="interview.kept.practice">Practice</Translate>
                </Link>
              ),
            }}
          >
            {'The questions are among your reviews now. {practice} brings back soon what was wrong.'}
          </Translate>
        </p>
      )}
    </div>
  );
}

interface SumsProps<Id extends string> {
  title: string;
  sums: readonly Sum<Id>[];
  nameOf: (id: Id) => string;
}

function Sums<Id extends string>({ title, sums, nameOf }: SumsProps<Id>): ReactNode {
  return (
    <table className={css.sum}>
      <caption>{title}</caption>
      <tbody>
        {sums.map(({ id, asked, share }) => (
          <tr key={id}>
            <th scope="row">{nameOf(id)}</th>
            <td>{percent(share)}</td>
            <td>{questionsInWords(asked)}</td>
            <td aria-hidden="true">
              <span className={css.bar}>
                <span style={{ width: `${100 * (share ?? 0)}%` }} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
