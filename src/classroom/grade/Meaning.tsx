import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { Bullets } from '../../ui/layout';
import { Section } from '../../ui/Section';
import { Text } from '../../ui/Text';

/** What the marks are worth: what was done for them, and what cannot be known. */
export const Meaning = (): ReactNode => (
  <Section title={<Translate id="grade.meaning">What these marks mean</Translate>}>
    <Text as={Bullets} isProse>
      <li>
        <Translate id="grade.meaning.replayed">
          Every answer is marked afresh. The student’s questions are drawn again from the ID, and the models run again.
          Nothing a file says about itself is taken on trust.
        </Translate>
      </li>
      <li>
        <Translate id="grade.meaning.code">
          Students’ code runs in a sandbox, a new one for each file, with no network, no files, and limits on time and
          memory. Only its decisions come out. What they lead to is computed outside.
        </Translate>
      </li>
      <li>
        <Translate id="grade.meaning.altered">
          Altered means that a file claims something untrue: a mark that was never given, values that were never drawn,
          a receipt that doesn’t match. The points are still what the answers are worth. Ask before you judge.
        </Translate>
      </li>
      <li>
        <Translate id="grade.meaning.same">
          This page and the command line give the same marks. Only code can get different ones, and only on purpose: by
          using almost all the time, memory or stack it may have, or by poking around in the Python that runs it. A note
          points out the second.
        </Translate>
      </li>
      <li>
        <Translate id="grade.meaning.unknown">
          No file can show who did the work, or with whose help. For times and attempts you have only the student’s
          word.
        </Translate>
      </li>
    </Text>
    <p>
      <Link to="/book/teaching/guide/">
        <Translate id="grade.meaning.guide">Read more in the teacher’s guide</Translate>
      </Link>
    </p>
  </Section>
);
