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
          Every answer is marked anew: each student’s questions are posed again from the id, and the models run again.
          Nothing that a file says of itself is believed.
        </Translate>
      </li>
      <li>
        <Translate id="grade.meaning.code">
          Code runs in a sandbox of its own for each file, without network and files, with a limit of time and memory.
          Only its decisions come out; what they lead to is computed outside.
        </Translate>
      </li>
      <li>
        <Translate id="grade.meaning.altered">
          Altered means that a file claims what is not so: a share that was never told, values that were not drawn, a
          receipt that does not fit. The points are still those of the answers. Ask before you judge.
        </Translate>
      </li>
      <li>
        <Translate id="grade.meaning.same">
          Page and command line give the same marks. Only code can still make a difference, and only on purpose: by
          using almost as much time, memory or stack as it may, or by looking into the Python that runs it. A note
          points out the second.
        </Translate>
      </li>
      <li>
        <Translate id="grade.meaning.unknown">
          What no file can show: who did the work, and with whose help. Times and attempts are the student’s word.
        </Translate>
      </li>
    </Text>
    <p>
      <Link to="/book/teaching/guide/">
        <Translate id="grade.meaning.guide">The teacher’s guide says more</Translate>
      </Link>
    </p>
  </Section>
);
