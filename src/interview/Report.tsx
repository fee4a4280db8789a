import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { reportOf, type Sum } from './reporting';
import type { Interview, InterviewAnswer } from '../memory/types';
import type { Bank } from '../model/questions';
import { levelInWords } from '../practice/cards/words';
import { shortPart } from '../practice/review/names';
import type { Asker } from '../practice/review/useAsked';
import css from './Report.module.css';
import { ReportQuestion } from './ReportQuestion';
import { clockOf, dayOf, minutesInWords, percent, questionsInWords } from './said';
import { Button } from '../ui/Button';
import { Bullets, Grid, Row, Stack } from '../ui/layout';
import { Progress } from '../ui/Progress';
import { Section } from '../ui/Section';
import { Text } from '../ui/Text';

interface ReportProps {
  interview: Interview;
  bank: Bank;
  ask: Asker;
  /** A mark that only the reader can give, or the grade of an incident. */
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
  const { asked, share, seconds, planned } = report;
  // The model grades the incident.
  const open = asked.filter(({ card, answer }) => card.form !== 'incident' && answer.share === null).length;
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
      <Stack gap={5} isFilled>
        <Text size="lead" isProse>
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
        </Text>
        {open > 0 && (
          <Text tone="soft" isProse role="status" data-only="screen">
            {translate(
              {
                id: 'interview.open',
                message:
                  'Only you can mark {count} of them. Read below what a good answer sounds like, and tick what you said. Be strict: nobody else will see it.',
              },
              { count: open },
            )}
          </Text>
        )}
        <Grid least="18rem" gap={6}>
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
        </Grid>
      </Stack>
      {report.toRead.length > 0 && (
        <Section title={<Translate id="interview.read">What to read</Translate>}>
          <Bullets as="ol">
            {report.toRead.slice(0, MOST).map(({ url, title, heading }) => (
              <li key={url}>
                <Link to={url}>{heading}</Link> {heading !== title && <small>{title}</small>}
              </li>
            ))}
          </Bullets>
        </Section>
      )}
      <Section title={<Translate id="interview.questions">Question by question</Translate>}>
        <Stack gap={6} isFilled isRuled>
          {asked.map(({ card, answer }, i) => (
            <ReportQuestion
              key={card.id}
              number={i + 1}
              card={card}
              answer={answer}
              bank={bank}
              ask={ask}
              onMark={interview.marked === null ? (part) => onMark(card.id, part) : undefined}
              onGraded={(part) => onMark(card.id, part)}
            />
          ))}
        </Stack>
        <Row gap={6} isCentred data-only="screen">
          {interview.marked === null && (
            <Button look="main" onClick={onDone}>
              <Translate id="interview.done">I’ve marked it: add the questions to my reviews</Translate>
            </Button>
          )}
          <Button look="quiet" onClick={() => window.print()}>
            <Translate id="interview.print">Print the report</Translate>
          </Button>
          <Button look="quiet" onClick={onAgain}>
            <Translate id="interview.again">Another interview</Translate>
          </Button>
        </Row>
        {interview.marked !== null && (
          <Text ref={kept} tone="soft" isProse tabIndex={-1} role="status" data-only="screen">
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
              {'The questions are now in your reviews. {practice} will soon bring back the ones you got wrong.'}
            </Translate>
          </Text>
        )}
      </Section>
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
    // A table by itself would be stretched to the height of the other.
    <div>
      <table className={css.sum}>
        <caption>
          <small>{title}</small>
        </caption>
        <tbody>
          {sums.map(({ id, asked, share }) => (
            <tr key={id}>
              <th scope="row">{nameOf(id)}</th>
              <td>{percent(share)}</td>
              <td>{questionsInWords(asked)}</td>
              <td aria-hidden="true" className={css.bar}>
                <Progress value={share ?? 0} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
