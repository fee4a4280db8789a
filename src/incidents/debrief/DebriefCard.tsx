import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Debrief, Incident } from '../../model/contract';
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
      </Row>
    </Stack>
  );
}
