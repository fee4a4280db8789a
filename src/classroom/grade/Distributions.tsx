import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Overview } from '../../model/contract';
import { Grid, Row, Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import { Text } from '../../ui/Text';
import { bare, sayPoints } from './asText';
import { Histogram } from './Histogram';
import css from './Overview.module.css';

const percent = (share: number): string => `${Math.round(100 * share)}%`;

/** How many in which tenth, for those who don't see the bars. */
const binsInWords = (bins: readonly number[]): string =>
  bins
    .map((count, bin) => (count > 0 ? `${10 * bin}–${10 * bin + 10}%: ${count}` : ''))
    .filter(Boolean)
    .join(', ');

/** The whole marks, and each question's. */
export function Distributions({ overview: { marks, questions, students } }: { overview: Overview }): ReactNode {
  const known = questions.filter((each) => each.mean !== null && each.possible > 0 && each.to_read === 0);
  const isOpen = questions.some((each) => each.to_read > 0);
  const hardest = known.length > 1 ? known.reduce((low, each) => (each.mean! < low.mean! ? each : low)) : undefined;
  const facts: [string, ReactNode][] = [
    [translate({ id: 'grade.students', message: 'Students' }), students],
    [translate({ id: 'grade.mean', message: 'Mean' }), marks.mean === null ? null : sayPoints(marks.mean)],
    [translate({ id: 'grade.median', message: 'Median' }), marks.median === null ? null : sayPoints(marks.median)],
  ];
  return (
    <div className={css.distributions}>
      <Panel as="section" aria-labelledby="grade-marks">
        <Stack isFilled gap={3}>
          <Text as="h3" size="ui" id="grade-marks">
            <Translate id="grade.marks">Total points</Translate>
          </Text>
          <Histogram
            bins={marks.bins}
            title={translate(
              { id: 'grade.marks.title', message: 'Total points of {students} students: {bins}' },
              { students, bins: binsInWords(marks.bins) },
            )}
            from="0"
            to={sayPoints(marks.possible)}
            height={120}
            withCounts
          />
          <Row as="dl" gap={6}>
            {facts
              .filter(([, value]) => value !== null)
              .map(([name, value]) => (
                <div key={name}>
                  <dt>
                    <small>{name}</small>
                  </dt>
                  <Text as="dd" size="lead" isStrong isNumbers>
                    {value}
                  </Text>
                </div>
              ))}
          </Row>
          {isOpen && (
            <small>
              <Translate id="grade.marks.open">Answers that nobody has read yet count as 0 for now.</Translate>
            </small>
          )}
        </Stack>
      </Panel>
      <Grid as="ul" least="13rem" gap={6}>
        {questions.map((each) => (
          <Stack as="li" key={each.id} gap={2} isFilled>
            <Row gap={3}>
              <Text as="h3" size="ui">
                {each.id}
              </Text>
              <small>
                {each.kind} · {sayPoints(each.possible)}
              </small>
              {each === hardest && (
                <Text as="span" size="note" tone="partly" isStrong>
                  <Translate id="grade.hardest">hardest</Translate>
                </Text>
              )}
            </Row>
            <Text size="note" tone="soft" className={css.posed} title={bare(each.text)}>
              {bare(each.text)}
            </Text>
            <Histogram
              bins={each.bins}
              title={translate(
                { id: 'grade.question.title', message: 'Shares of the points for {id}: {bins}' },
                { id: each.id, bins: binsInWords(each.bins) || '–' },
              )}
              from="0"
              to={`100%`}
              height={58}
            />
            <small>{factsOf(each)}</small>
          </Stack>
        ))}
      </Grid>
    </div>
  );
}

/** What is to be known of a question beside its bars. */
const factsOf = ({ mean, full, zero, unanswered, to_read: toRead }: Overview['questions'][number]): string =>
  [
    mean !== null &&
      toRead === 0 &&
      translate({ id: 'grade.question.mean', message: 'mean {mean}' }, { mean: percent(mean) }),
    translate({ id: 'grade.question.full', message: '{full} full marks' }, { full }),
    translate({ id: 'grade.question.zero', message: '{zero} no points' }, { zero }),
    unanswered > 0 &&
      translate({ id: 'grade.question.unanswered', message: '{unanswered} not answered' }, { unanswered }),
    toRead > 0 && translate({ id: 'grade.question.toRead', message: '{toRead} to read' }, { toRead }),
  ]
    .filter(Boolean)
    .join(' · ');
