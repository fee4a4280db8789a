import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Solution as Found } from '../../model/contract';
import { Stack } from '../../ui/layout';
import { Marked } from '../../ui/Marked';
import { Text } from '../../ui/Text';

/** What it was, what helps, and where that is explained. */
export function Solution({ solution: { cause, told, remedy, experiment, chapter } }: { solution: Found }): ReactNode {
  return (
    <Stack>
      <Text isProse>
        <b>
          <Marked text={cause} />.
        </b>{' '}
        <Marked text={told} />
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
