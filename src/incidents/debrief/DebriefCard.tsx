import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Debrief, Incident } from '../../model/contract';
import { Dispute } from '../../dispute/Dispute';
import type { Disputed } from '../../dispute/disputed';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import type { Ask } from '../call/useCall';
import { BeforeAfter } from './BeforeAfter';
import { commandLine } from './commandLine';
import { Proof } from './Proof';
import { Score } from './Score';
import { Solution } from './Solution';
import { Whole } from './Whole';

interface DebriefCardProps {
  incident: Incident;
  lines: readonly string[];
  debrief: Debrief;
  ask: Ask;
  onAnother: () => void;
}

/** What the call was worth, what it was, and how that could have been shown. */
export function DebriefCard({ incident, lines, debrief, ask, onAnother }: DebriefCardProps): ReactNode {
  return (
    <Stack gap={6} isFilled>
      <Stack gap={4} isFilled>
        <Score debrief={debrief} />
      </Stack>
      <BeforeAfter debrief={debrief} />
      <Solution solution={debrief.solution} />
      {debrief.proof && <Proof proof={debrief.proof} ask={ask} />}
      <Whole command={commandLine(incident, lines)} />
      <Row gap={3} isCentred data-only="screen">
        <Button look="main" onClick={onAnother}>
          <Translate id="incident.another">Another incident</Translate>
        </Button>
        <Dispute what={disputedIn(incident, lines, debrief)} />
      </Row>
    </Stack>
  );
}

/** What a report of a mistake says of the call. */
function disputedIn(
  { seed, level, family, complaint }: Incident,
  lines: readonly string[],
  debrief: Debrief,
): Disputed {
  const { points, score, solution } = debrief;
  return {
    kind: 'incident',
    id: `${family} ${level} ${seed}`,
    text: complaint,
    draw: { seed, level, family },
    answer: lines.join('\n'),
    verdict: [
      `${points} points`,
      ...score.map(({ name, got, said }) => `${name} ${got}: ${said}`),
      solution.cause,
    ].join('\n'),
  };
}
