import type { ReactNode } from 'react';
import type { Debrief, Incident } from '../../model/contract';
import { Dispute } from '../../dispute/Dispute';
import type { Disputed } from '../../dispute/disputed';
import { Row, Stack } from '../../ui/layout';
import type { Wanted } from '../address';
import type { Ask } from '../call/useCall';
import { BeforeAfter } from './BeforeAfter';
import { commandLine } from './commandLine';
import { Proof } from './Proof';
import { Score } from './Score';
import { Solution } from './Solution';
import { Whole } from './Whole';

interface DebriefCardProps {
  /** What the incident was asked for by. */
  opened: Wanted;
  incident: Incident;
  lines: readonly string[];
  debrief: Debrief;
  ask: Ask;
  /** Of its headings. */
  level?: 2 | 4;
  /** Where to go from here. */
  children: ReactNode;
}

/** What the call was worth, what it was, and how that could have been shown. */
export function DebriefCard(props: DebriefCardProps): ReactNode {
  const { opened, incident, lines, debrief, ask, level = 2, children } = props;
  return (
    <Stack gap={6} isFilled>
      {/* Who has done nothing has passed. */}
      {lines.length > 0 && (
        <>
          <Stack gap={4} isFilled>
            <Score debrief={debrief} />
          </Stack>
          <BeforeAfter debrief={debrief} />
        </>
      )}
      <Solution solution={debrief.solution} />
      {debrief.proof && <Proof proof={debrief.proof} ask={ask} level={level} />}
      <Whole command={commandLine(opened, lines)} />
      <Row gap={3} isCentred data-only="screen">
        {children}
        <Dispute what={disputedIn(incident, lines, debrief)} />
      </Row>
    </Stack>
  );
}

/** What a report of a mistake says of the call. */
function disputedIn(
  { seed, level, family, kernel, complaint }: Incident,
  lines: readonly string[],
  debrief: Debrief,
): Disputed {
  const { points, score, solution } = debrief;
  return {
    kind: 'incident',
    id: `${family} ${level} ${seed}`,
    text: complaint,
    draw: { seed, level, family, kernel },
    answer: lines.join('\n'),
    verdict: [
      `${points} points`,
      ...score.map(({ name, got, said }) => `${name} ${got}: ${said}`),
      solution.cause,
    ].join('\n'),
  };
}
