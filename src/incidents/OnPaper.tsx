import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { RoomData } from '../model/incidents';
import { Text } from '../ui/Text';
import { Solution } from './debrief/Solution';

/** The case that was built in, for those without scripts. */
export const OnPaper = ({ room: { paper } }: { room: RoomData }): ReactNode => (
  <noscript>
    <Text size="note" tone="soft">
      <Translate id="incident.noscript">
        Without JavaScript, this case is on paper. Open what you’d ask for, and the answer at the end.
      </Translate>
    </Text>
    {paper.printed.map(({ line, text }) => (
      <details key={line}>
        <summary>{line}</summary>
        <pre>{text}</pre>
      </details>
    ))}
    <details>
      <summary>
        <Translate id="incident.solution">What it was</Translate>
      </summary>
      <Solution solution={paper.solution} />
      {paper.proof && (
        <p>
          <Translate id="incident.proof.shortest">The shortest proof</Translate>:{' '}
          <code>
            {paper.proof.machine}# {paper.proof.command}
          </code>
        </p>
      )}
    </details>
  </noscript>
);
