import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { reportOf } from '../interview/reporting';
import type { Interview } from '../memory/types';
import type { Bank } from '../model/questions';
import { Row, Stack } from '../ui/layout';
import { Section } from '../ui/Section';
import { Text } from '../ui/Text';

interface InterviewsProps {
  bank: Bank;
  interviews: readonly Interview[];
}

/** Mock interviews that are over, the latest first. */
export function Interviews({ bank, interviews }: InterviewsProps): ReactNode {
  const over = interviews.filter(({ ended }) => ended !== null).reverse();
  return (
    <Section id="interviews" title={<Translate id="progress.interviews">Mock interviews</Translate>}>
      {over.length === 0 ? (
        <Text isProse>
          <Translate
            id="progress.interviews.none"
            values={{
              interview: (
                <Link to="/interview/">
                  <Translate id="progress.interviews.begin">Take one</Translate>
                </Link>
              ),
            }}
          >
            {'None so far. {interview} to see how you do against the clock.'}
          </Translate>
        </Text>
      ) : (
        <Stack as="ul" isFilled isRuled>
          {over.map((each) => (
            <Over key={each.id} interview={each} bank={bank} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

function Over({ interview, bank }: { interview: Interview; bank: Bank }): ReactNode {
  const { id, started, minutes } = interview;
  const when = new Date(started).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
  const { asked, open, share } = reportOf(interview, bank);
  const size = { minutes, questions: asked.length };
  return (
    <Row as="li" gap={6} isApart data-interview={id}>
      <Link to={`/interview/?report=${encodeURIComponent(id)}`}>{when}</Link>
      <Text as="span" tone="soft" isNumbers>
        {share === null || open > 0 ? (
          <Translate id="progress.interviews.unmarked" values={size}>
            {'{minutes} min · {questions} questions · not marked yet'}
          </Translate>
        ) : (
          <Translate id="progress.interviews.one" values={{ ...size, share: Math.round(100 * share) }}>
            {'{minutes} min · {questions} questions · {share}% of the points'}
          </Translate>
        )}
      </Text>
    </Row>
  );
}
