import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import { pointsAfter } from '../../labs/lab';
import { Button } from '../../ui/Button';
import { Row, Stack } from '../../ui/layout';
import { Panel } from '../../ui/Panel';
import { saveFile } from '../../ui/saveFile';
import { Text } from '../../ui/Text';
import type { ShownLab } from './all';
import { Found } from './Found';
import { Hints } from './Hints';
import { useProgress } from './kept';
import { LabText } from './LabText';
import type { LabDesk } from './useLab';

interface LabPanelProps {
  lab: ShownLab;
  desk: LabDesk;
  /** Missing while the machine is off. */
  onCheck?: () => void;
}

/** A lab’s task, its hints, the check, and what it was all about. */
export function LabPanel({ lab, desk: { verdict, isChecking, transcript }, onCheck }: LabPanelProps): ReactNode {
  const { hints, points } = useProgress(lab.id);
  const found = onCheck && !isChecking ? verdict : undefined;

  function save(): void {
    saveFile(new Blob([JSON.stringify(transcript())], { type: 'application/json' }), `${lab.id}.lab.json`);
  }
  return (
    <Stack as={Panel} gap={5} isFilled aria-busy={isChecking}>
      <LabText text={lab.task} />
      <Hints lab={lab} />
      {onCheck && (
        <Row isCentred>
          <Button look="main" onClick={onCheck} disabled={isChecking}>
            {isChecking ? (
              <Translate id="linux.labs.checking">Measuring …</Translate>
            ) : (
              <Translate id="linux.labs.check">Check</Translate>
            )}
          </Button>
          {found && (
            <Button look="quiet" onClick={save}>
              <Translate id="linux.labs.save">Save to hand in</Translate>
            </Button>
          )}
        </Row>
      )}
      {found && (
        <Found
          verdict={found}
          solved={
            <Translate id="linux.labs.isSolved" values={{ points: points ?? pointsAfter(hints) }}>
              {'Solved, for {points} of 100 points.'}
            </Translate>
          }
          unsolved={<Translate id="linux.labs.isUnsolved">Not yet.</Translate>}
        />
      )}
      {points !== undefined && (
        <details open={found?.is === 'solved'}>
          <summary>
            <Translate id="linux.labs.explanation">What was wrong</Translate>
          </summary>
          <LabText text={lab.explanation} />
        </details>
      )}
      <Text size="small">
        <Translate id="linux.labs.chapter" values={{ chapter: <Link to={lab.chapter.to}>{lab.chapter.label}</Link> }}>
          {'The chapter: {chapter}'}
        </Translate>
      </Text>
    </Stack>
  );
}
