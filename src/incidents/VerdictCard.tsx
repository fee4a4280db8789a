import Link from '@docusaurus/Link';
import Translate, { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Solution as Found, Verdict } from '../model/contract';
import { Marked } from '../ui/Marked';
import { Stack } from '../ui/layout';
import { Text } from '../ui/Text';

const causeWords = ({ guessed, near, cause_right }: Verdict): string => {
  if (guessed)
    return translate({
      id: 'incident.guessed',
      message: '✓ The cause is right, but nothing you looked at shows it.',
    });
  if (near)
    return translate({
      id: 'incident.near',
      message: '✗ The cause is a different one, but it works the same way. One more look would tell them apart.',
    });
  return cause_right
    ? translate({ id: 'incident.right', message: '✓ The cause is right.' })
    : translate({ id: 'incident.wrong', message: '✗ The cause is a different one.' });
};

const fixWords = ({ fixed, before, after }: Verdict): string =>
  fixed
    ? translate(
        { id: 'incident.helps', message: '✓ Your fix solves it: {before} before, {after} now.' },
        { before, after },
      )
    : translate(
        { id: 'incident.helpsNot', message: '✗ Your fix doesn’t solve it: {before} before, {after} now.' },
        { before, after },
      );

/** How the answer was graded, and what it was. */
export function VerdictCard({ verdict }: { verdict: Verdict }): ReactNode {
  const { points, minutes, par } = verdict;
  return (
    <Stack>
      <Text size="title" isStrong>
        {points} <Translate id="incident.points">out of 100 points</Translate>
      </Text>
      <ul>
        <Text as="li" tone={verdict.cause_right ? 'good' : 'bad'}>
          {causeWords(verdict)}
        </Text>
        <Text as="li" tone={verdict.fixed ? 'good' : 'bad'}>
          {fixWords(verdict)}
        </Text>
        <li>
          {translate(
            { id: 'incident.spent', message: 'Minutes spent asking: {minutes}. You could have done it in {par}.' },
            { minutes, par },
          )}
        </li>
      </ul>
      <Solution solution={verdict.solution} />
    </Stack>
  );
}

/** What it was, what helps, and where that is explained. */
export function Solution({ solution: { cause, told, remedy, experiment, chapter } }: { solution: Found }): ReactNode {
  return (
    <Stack>
      <Text isProse>
        <b>{cause}.</b> <Marked text={told} />
      </Text>
      <Text isProse>
        <Translate
          id="incident.remedy"
          values={{
            remedy: (
              <b>
                <Marked text={remedy} />
              </b>
            ),
          }}
        >
          {'What helps: {remedy}.'}
        </Translate>{' '}
        <Link to={`/figures/${experiment}/`}>
          <Translate id="incident.figure">The figure that shows it</Translate>
        </Link>
        {' · '}
        <Link to={`/book/${chapter}/`}>
          <Translate id="incident.chapter">the chapter that explains it</Translate>
        </Link>
      </Text>
    </Stack>
  );
}
